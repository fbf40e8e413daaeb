// `parley sessions …` on a folder with recordings.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import { ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { startCommand } from '#testing/cli/run-command.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { ensureBuilt } from '../../built.ts'

// The machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
let dataDir: string

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, '..', '..', '..'), () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-sessions-'))
  dataDir = join(folder, 'data')
  const demo = await startDemoAgent({ stepMs: 0 })
  const window = await openWindow({ dataDir })
  await window.connect(demo.url)
  const { session } = await window.engine.sessions.recording()
  window.engine.sessions.edit(session?.id ?? '', { name: 'Lisbon \u001b[31mtrip' })
  await window.engine.close()
  await demo.close()
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ran = (...args: readonly string[]) =>
  startCommand(['sessions', ...args, '--data-dir', dataDir], folder).done

test('lists what is kept, and nothing of the command itself', async () => {
  const { code, stdout, stderr } = await ran('list')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(stdout).toMatch(/Lisbon .*trip {2}\d+ exchanges?, \d+ findings?/)
  expect(stdout).not.toContain('\u001b')
  const { sessions } = JSON.parse((await ran('list', '-o', 'json')).stdout)
  expect(sessions).toMatchObject([{ name: 'Lisbon \u001b[31mtrip', origin: 'recorded', state: 'kept' }])
})

test('names what was set aside in the folder, records that lie in two places', async () => {
  const old = join(folder, 'old')
  const stored = join(
    import.meta.dirname,
    '..',
    '..',
    '..',
    'e2e',
    'fixtures',
    'records',
    'layout-5.sqlite.gz',
  )
  const record = gunzipSync(readFileSync(stored))
  mkdirSync(join(old, 'imported'), { recursive: true })
  for (const path of ['record.sqlite', 'imported/record.sqlite']) writeFileSync(join(old, path), record)
  const list = () => startCommand(['sessions', 'list', '--data-dir', old], folder).done
  const { code, stderr } = await list()
  expect([code, stderr.match(/\S+\.before-0\.1\.0-1/g)]).toEqual([
    0,
    [join(old, 'record.sqlite.before-0.1.0-1'), join(old, 'imported', 'record.sqlite.before-0.1.0-1')],
  ])
  expect((await list()).stderr).not.toContain('before-0.1.0')
})

test('shows a session with its exchanges, by "last" and by its id', async () => {
  const { session, exchanges } = JSON.parse((await ran('show', 'last', '-o', 'json')).stdout)
  expect(exchanges).toHaveLength(session.exchanges)
  const { code, stdout } = await ran('show', session.id)
  expect(code).toBe(0)
  expect(stdout).toContain('agent-card.json')
  const missing = await ran('show', 'nothing', '-o', 'json')
  expect([missing.code, missing.stdout]).toEqual([1, ''])
  expect(JSON.parse(missing.stderr).error).toMatchObject({ code: 'failed' })
})

test('exports in each format, to a file and to standard output', async () => {
  for (const [name, begins] of [
    ['bug.html', /^<!doctype html>/i],
    ['bug.har', /^\{\s*"log"/],
    ['bug.ndjson', /^\{/],
    ['bug.otlp.jsonl', /^\{"resourceSpans":\[/],
  ] as const) {
    const { code, stdout } = await ran('export', 'last', '--out', join(folder, name))
    expect([name, code, stdout]).toEqual([name, 0, ''])
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(begins)
  }
  const piped = await ran('export', 'last', '--format', 'har')
  expect(JSON.parse(piped.stdout).log.version).toBe('1.2')
  const traces = await ran('export', 'last', '--otlp')
  expect(Object.keys(JSON.parse(traces.stdout.split('\n')[0] ?? ''))).toEqual(['resourceSpans'])
  const once = await ran('export', 'last', '--otlp', '--message-text')
  expect([once.code, once.stdout, once.stderr]).toEqual([2, '', expect.stringContaining('--yes')])
  const unwritable = await ran('export', 'last', '--out', join(folder, 'none', 'bug.har'))
  expect([unwritable.code, existsSync(join(folder, 'none'))]).toEqual([2, false])
})

test('imports a file into another folder, and shows one without importing it', async () => {
  const path = join(folder, 'bug.parley')
  expect((await ran('export', 'last', '--out', path)).code).toBe(0)
  const other = ['--data-dir', join(folder, 'other')]
  const there = (...args: readonly string[]) =>
    startCommand(['sessions', ...args, '-o', 'json', ...other], folder).done
  expect(JSON.parse((await there('show', path)).stdout).session.agents).toMatchObject([
    { name: 'Travel concierge' },
  ])
  expect(JSON.parse((await there('list')).stdout).sessions).toEqual([])
  const imported = await there('import', path)
  expect([imported.code, JSON.parse(imported.stdout).session.origin]).toEqual([0, 'imported'])
  expect(JSON.parse((await there('list')).stdout).sessions).toHaveLength(1)
  writeFileSync(path, readFileSync(path).subarray(0, -20))
  const damaged = await there('import', path)
  expect(damaged.code).toBe(1)
  expect(JSON.parse(damaged.stderr.trim().split('\n').at(-1) ?? '').error.hint).toContain('--take-whole-part')
  expect(JSON.parse((await there('import', path, '--take-whole-part')).stdout).sentence).toBeTruthy()
})

test('searches what is kept', async () => {
  const { code, stdout } = await ran('search', 'concierge', '--limit', '1', '-o', 'json')
  const { total, hits } = JSON.parse(stdout)
  expect([code, hits.length]).toEqual([0, 1])
  expect(total).toBeGreaterThanOrEqual(1)
  const none = await ran('search', 'Reykjavik')
  expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'Nothing that is kept has these words.\n'])
  expect((await ran('search', 'x', '--limit', '0')).code).toBe(2)
})

test('says that another Parley is using the folder, and shows nothing else instead', async () => {
  const owned = ownDataFolder(dataDir)
  const { code, stdout, stderr } = await ran('list')
  owned?.release()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Another Parley is using the data directory')
})
