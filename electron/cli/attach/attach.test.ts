// Verbs beside an open window of another process: they read the window's data, and what they record is there when they
// end.

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startCommand, startProcess } from '#testing/cli/run-command.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { type AgentOptions, agent } from '../../../e2e/agents/agent.ts'
import { bearer } from '../../../e2e/agents/quirks/access.ts'
import { openServed, root } from '../../../e2e/fixtures/serve-front.ts'
import { ensureBuilt } from '../../built.ts'

// Each runs processes on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
let dataDir: string
const closing: (() => unknown)[] = []

beforeAll(() => ensureBuilt(root, () => undefined), 180_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-beside-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function running(options: AgentOptions) {
  const started = await agent(options)
  closing.push(started.close)
  return started
}

async function openBeside() {
  const window = await openServed(dataDir)
  closing.push(window.close)
  return window
}

const there = (args: readonly string[]) => [...args, '--data-dir', dataDir]
const start = (...args: readonly string[]) => startCommand(there(args), folder)
const run = (...args: readonly string[]) => start(...args).done
const listed = async () => JSON.parse((await run('sessions', 'list', '-o', 'json')).stdout).sessions

test('what is sent is a session of the window, which is listed, shown, searched, written and brought in there', async () => {
  const { url } = await running({ dialect: '1.0' })
  await openBeside()
  const sent = await run('send', url, 'hi')
  expect([sent.code, sent.stdout]).toEqual([0, 'chunk0chunk1\n'])
  const [, id] = /^The open window has this run as session (\S+)\.$/m.exec(sent.stderr) ?? []
  expect(await listed()).toContainEqual(expect.objectContaining({ id, exchanges: 2 }))

  const shown = await run('sessions', 'show', 'last')
  expect([shown.code, shown.stderr]).toEqual([0, ''])
  expect(shown.stdout).toContain('SendMessage')
  expect((await run('sessions', 'search', 'chunk0')).stdout).toContain(`${id}`)
  const written = await run('sessions', 'export', 'last', '--out', 'sent.parley')
  expect([written.code, readdirSync(folder)]).toEqual([0, expect.arrayContaining(['sent.parley'])])
  const piped = await run('sessions', 'export', 'last', '--format', 'har')
  expect(JSON.parse(piped.stdout).log.version).toBe('1.2')
  copyFileSync(join(folder, 'sent.parley'), join(folder, 'again.parley'))
  expect((await run('sessions', 'import', 'again.parley')).code).toBe(0)
  expect((await listed()).filter(({ exchanges }: { exchanges: number }) => exchanges === 2)).toHaveLength(2)
  expect((await run('findings', 'last')).code).toBe(0)
})

test('it goes where it would without the window: errors, exit codes, and nothing with --no-record', async () => {
  const { url } = await running({ dialect: '1.0' })
  await openBeside()
  const missing = await run('sessions', 'show', 'nothing', '-o', 'json')
  expect([missing.code, missing.stdout]).toEqual([1, ''])
  expect(JSON.parse(missing.stderr).error).toMatchObject({ code: 'failed' })
  expect((await run('sessions', 'search', 'x', '--limit', '0')).code).toBe(2)
  const before = await listed()
  expect((await run('send', url, 'hi', '--no-record')).stderr).not.toContain('session')
  expect((await run('card', 'get', 'http://127.0.0.1:9')).code).toBe(3)
  expect(await listed()).toHaveLength(before.length + 1)
})

test('agents are called as the window calls them, with the credentials that are kept', async () => {
  const { url } = await running({ dialect: '1.0', quirks: [bearer('a-secret')] })
  const testWindow = await openWindow({ dataDir })
  const added = await testWindow.engine.addAgent({ address: url })
  await testWindow.engine.access.set({
    agentId: added.id,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine looks it up in its environment
    credentials: [{ kind: 'bearer', token: '${env:BESIDE_TOKEN}' }],
  })
  await testWindow.engine.close()
  await openBeside()
  expect((await run('send', url, 'hi')).code).toBe(4)
  vi.stubEnv('BESIDE_TOKEN', 'a-secret')
  const sent = await run('send', url, 'hi')
  vi.unstubAllEnvs()
  expect([sent.code, sent.stdout]).toEqual([0, 'chunk0chunk1\n'])
  const { stdout } = await run('sessions', 'export', 'last', '--format', 'ndjson')
  expect(stdout).toContain('SendMessage')
  expect(stdout).not.toContain('a-secret')
})

test('two at once, and Ctrl+C: each is a session', async () => {
  const { url } = await running({ dialect: '1.0' })
  await openBeside()
  const long = startProcess(there(['send', url, 'long', '--stream']), folder)
  await long.line(/working/)
  expect((await run('send', url, 'hi')).code).toBe(0)
  long.stop('SIGINT')
  const { code, stderr } = await long.done
  expect([code, stderr]).toEqual([130, expect.stringContaining('The open window has this run as session')])
  expect((await listed()).filter(({ exchanges }: { exchanges: number }) => exchanges === 2)).toHaveLength(2)
})

test('a mock agent answers in the window until Ctrl+C, and ends with it', async () => {
  const { url } = await running({ dialect: '1.0' })
  const window = await openBeside()
  await run('send', url, 'hi')
  const mock = start('mock', 'last')
  await mock.line(/^http/)
  mock.stop('SIGINT')
  expect((await mock.done).code).toBe(0)
  const left = start('mock', 'last')
  await left.line(/^http/)
  await window.close()
  const { code, stderr } = await left.done
  expect([code, stderr]).toEqual([1, expect.stringContaining('The window of Parley was closed')])
})

test('a run whose window is closed meanwhile stays as a file, and says where', async () => {
  const { url } = await running({ dialect: '1.0' })
  const window = await openBeside()
  const long = start('send', url, 'long', '--stream')
  await long.line(/working/)
  await window.close()
  long.stop('SIGINT')
  const [, path = ''] = /couldn't be kept in .*It is in (\S+)\.$/m.exec((await long.done).stderr) ?? []
  closing.push(() => rmSync(path, { recursive: true, force: true }))
  expect(readdirSync(path)).toContainEqual(expect.stringMatching(/\.parley$/))
})

test('who doesn’t know the secret runs nothing', async () => {
  await openBeside()
  const file = join(dataDir, 'attach.json')
  const existing = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...existing, secret: 'x'.repeat(43) }))
  const { code, stdout, stderr } = await run('sessions', 'list')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Another Parley is using the data directory')
})
