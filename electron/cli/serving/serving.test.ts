// `parley demo`, `parley mock` and `parley findings`: an agent is run, called, and replayed from its recording.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RunningCommand, startCommand, startProcess } from '#testing/cli/run-command.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { ensureBuilt } from '../../built.ts'

// Some are processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
const running: RunningCommand[] = []

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, '..', '..', '..'), () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-serving-'))
}, 180_000)
afterEach(async () => {
  for (const { stop, done } of running.splice(0)) {
    stop('SIGTERM')
    await done
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(...args: readonly string[]): RunningCommand {
  return runs(startCommand(args, folder))
}

function runs(command: RunningCommand): RunningCommand {
  running.push(command)
  return command
}

async function stopped({ stop, done }: RunningCommand) {
  stop('SIGINT')
  return (await done).code
}

test('the demo agent answers until it is stopped, and then as a mock of the session that was kept', async () => {
  const stored = ['--data-dir', join(folder, 'data')]
  const demo = runs(startProcess(['demo'], folder))
  const url = await demo.line(/^http/)
  expect((await start('card', 'get', url, ...stored).done).code).toBe(0)
  expect(await stopped(demo)).toBe(0)
  expect((await start('sessions', 'export', 'last', '--out', 'travel.parley', ...stored).done).code).toBe(0)
  for (const named of [['travel.parley'], ['last', ...stored]]) {
    const mock = start('mock', ...named)
    const address = await mock.line(/^http/)
    const card = await start('card', 'get', address, '-o', 'json', '--no-record', '--data-dir', 'other').done
    expect(JSON.parse(card.stdout).card.name).toBe('Travel concierge')
    expect(await stopped(mock)).toBe(0)
  }
  const nobody = await start('mock', 'travel.parley', '--agent', 'Nobody').done
  expect([nobody.code, nobody.stdout]).toEqual([2, ''])
})

test('a port that is taken is said', async () => {
  const demo = start('demo')
  const { port } = new URL(await demo.line(/^http/))
  const second = await start('demo', '--port', port).done
  expect([second.code, second.stdout]).toEqual([1, ''])
  expect(second.stderr).toContain('Try another --port.')
})

test('findings of a card, and the same of the session and of its file', async () => {
  const { url, close } = await agent({ dialect: '1.0', card: { version: '', skills: [{ id: 'x' }] } })
  const stored = ['--data-dir', join(folder, 'found')]
  const live = await start('findings', url, '-o', 'json', ...stored).done
  await close()
  const rules = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).rule)
  expect(live.code).toBe(0)
  expect(rules(live.stdout).length).toBeGreaterThan(0)
  const { done } = start('sessions', 'export', 'last', '--out', 'found.parley', ...stored)
  expect((await done).code).toBe(0)
  for (const named of ['last', 'found.parley']) {
    const { stdout } = await start('findings', named, '-o', 'json', ...stored).done
    expect(rules(stdout)).toEqual(rules(live.stdout))
  }
  const equal = Map.groupBy(live.stdout.trimEnd().split('\n'), (line) => {
    const { severity, rule, message } = JSON.parse(line)
    return JSON.stringify([severity, rule, message])
  })
  const heads = [...equal].map(([key, { length }]) => {
    const [severity, rule, message] = JSON.parse(key)
    return `${severity} ${rule}${length > 1 ? ` × ${length}` : ''}: ${message}`
  })
  const grouped = (await start('findings', 'found.parley').done).stdout
  expect(grouped.split('\n').filter((line) => !line.startsWith('    '))).toEqual(
    expect.arrayContaining(heads),
  )
  expect(grouped.match(/^(error|warning|info) /gm)).toHaveLength(heads.length)
  const all = (await start('findings', 'found.parley', '--all').done).stdout
  expect(all.match(/^(error|warning|info) /gm)).toHaveLength(rules(live.stdout).length)
  const text = await start('findings', 'found.parley', '--severity', 'error').done
  expect(text.stdout).toContain('error ')
  expect(text.stdout).not.toContain('warning ')
})

test('findings of muted rules are left out and counted, and listed when asked for', async () => {
  const dataDir = join(folder, 'muted')
  const { client, engine, connect } = await openWindow({ dataDir })
  const { url, close } = await agent({ dialect: '1.0', card: { version: '', skills: [{ id: 'x' }] } })
  await connect(url)
  await close()
  const { rows } = await client.console.findingGroups({ offset: 0, limit: 100 })
  const [{ rule, agentId } = { rule: '' }] = rows
  await client.console.mute({ rule, agentId, muted: true })
  await engine.close()
  const listed = (...flags: string[]) => start('findings', 'last', ...flags, '--data-dir', dataDir).done
  const { stdout, stderr } = await listed()
  const rulesIn = (text: string) =>
    new Set([...text.matchAll(/^(?:error|warning|info) (\S+?)(?::| ×)/gm)].map(([, named]) => named))
  expect(rulesIn(stdout)).toEqual(new Set(rows.slice(1).map((row) => row.rule)))
  expect(stderr).toContain('1 rule muted, listed by --muted.')
  expect(rulesIn((await listed('--muted')).stdout)).toEqual(new Set([rule]))
})
