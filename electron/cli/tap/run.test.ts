// `parley tap` as a process that exports traces to a real endpoint while it runs.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startCommand } from '#testing/cli/run-command.ts'
import { type Collector, openCollector } from '#testing/engine/open-collector.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { openServed, root } from '../../../e2e/fixtures/serve-front.ts'
import { ensureBuilt } from '../../built.ts'

// Each runs processes on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
let dataDir: string
let collector: Collector
let behind: Agent
const closing: (() => unknown)[] = []

beforeAll(() => ensureBuilt(root, () => undefined), 180_000)
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-tap-traces-'))
  dataDir = join(folder, 'data')
  collector = await openCollector()
  behind = await agent({ dialect: '1.0' })
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await behind.close()
  await collector.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startTap(...flags: readonly string[]) {
  const command = startCommand(['tap', behind.url, '--data-dir', dataDir, '-o', 'json', ...flags], folder)
  closing.push(() => {
    command.stop('SIGTERM')
    return command.done
  })
  const { tap } = JSON.parse(await command.line(/"tap"/))
  const lineOf = async (what: RegExp) => JSON.parse(await command.line(what))
  return {
    ...command,
    lineOf,
    call: (text?: string) => call(tap.address, text),
    async stop() {
      command.stop('SIGTERM')
      const { stdout, ...ended } = await command.done
      return {
        ...ended,
        lines: stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      }
    },
  }
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

async function call(address: string, text = 'direct'): Promise<void> {
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }] }
  const headers = {
    'Content-Type': 'application/json',
    'A2A-Version': '1.0',
    Traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } })
  await (await fetch(address, { method: 'POST', headers, body })).json()
}

const chain = ['SendMessage', 'SendMessage', 'POST']
/** Without the tap's request for the card. */
const calls = () => collector.names().filter((name) => name !== 'GET')
const arrived = () => vi.waitFor(() => expect(calls()).toEqual(chain), 30_000)
const store = () => JSON.parse(readFileSync(join(dataDir, 'traces.json'), 'utf8'))

async function keepEndpoint(endpoint: string): Promise<void> {
  const window = await openWindow({ dataDir })
  await window.client.traces.configure({ enabled: true, endpoint, format: 'json', headers: [] })
  await window.engine.close()
}

test('--otlp sends each call when it ends, to this endpoint for this run, and says how it went', async () => {
  vi.stubEnv('TAP_TRACES_KEY', 'a-key-nobody-may-see')
  const header = ['--otlp-header', `X-Key: $\{env:TAP_TRACES_KEY}`]
  const tap = await startTap('--out', 'calls.parley', '--otlp', collector.endpoint, ...header)
  vi.unstubAllEnvs()
  await tap.call()
  await arrived()
  expect(collector.taken[0]).toMatchObject({
    headers: { 'x-key': 'a-key-nobody-may-see', 'content-type': 'application/x-protobuf' },
  })
  const { code, lines, stderr } = await tap.stop()
  expect([code, lines.find(({ traces }) => traces)]).toEqual([
    0,
    { traces: { endpoint: collector.endpoint, ...sum(3), isAllSent: true } },
  ])
  expect(stderr).not.toContain('a-key')
  expect(store).toThrow()
})

const sum = (sentSpans: number) => ({ sentSpans, rejectedSpans: 0, missedCalls: 0 })

test('parts that are forgotten here were sent before', async () => {
  const tap = await startTap('--out', 'calls.parley', '--part', '1', '--otlp', collector.endpoint)
  // Random, as equal bodies are stored once.
  await tap.call(Array.from({ length: 40_000 }, () => crypto.randomUUID()).join(''))
  await tap.lineOf(/"file"/)
  const { lines } = await tap.stop()
  expect(lines.find(({ traces }) => traces)?.traces).toMatchObject({ missedCalls: 0, isAllSent: true })
  expect(calls().slice(0, 3)).toEqual(chain)
  const { stdout } = await startCommand(['sessions', 'list', '--data-dir', dataDir, '-o', 'json'], folder)
    .done
  expect(JSON.parse(stdout).sessions).toEqual([])
})

test('the endpoint of the data folder gets what is tapped, once', async () => {
  await keepEndpoint(collector.endpoint)
  const tap = await startTap()
  await tap.call()
  await tap.stop()
  expect(calls()).toEqual(chain)
  const again = await startTap()
  await again.stop()
  expect(calls()).toEqual(chain)
})

test('beside an open window it is sent as well, and not again by the window that gets the session', async () => {
  await keepEndpoint(collector.endpoint)
  const window = await openServed(dataDir)
  closing.push(window.close)
  const tap = await startTap()
  await tap.call()
  const { stderr } = await tap.stop()
  expect(stderr).toContain('The open window has this run as session')
  await window.close()
  expect(calls()).toEqual(chain)
})

test('an endpoint that is away holds nothing up, and is said', async () => {
  const { endpoint } = collector
  await collector.close()
  const tap = await startTap('--otlp', endpoint)
  await tap.call()
  await tap.line(/connection refused/, 'stderr')
  const { code, lines } = await tap.stop()
  expect([code, lines.find(({ traces }) => traces)?.traces]).toMatchObject([
    0,
    { ...sum(0), isAllSent: false },
  ])
})

test.each([
  [['--otlp', 'nowhere'], '--otlp expects an address'],
  [['--otlp-header', 'X-Key: a'], 'requires --otlp URL'],
  [['--otlp', 'http://127.0.0.1:1', '--no-record'], 'Choose one of --otlp and --no-record'],
])('%j is refused', async (flags, sentence) => {
  const { code, stderr } = await startCommand(['tap', behind.url, ...flags], folder).done
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
})
