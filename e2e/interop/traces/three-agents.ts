// The example of TRACES.md: Parley calls an agent that calls two others through taps. All of them and Parley send to the
// Collector; the store behind it must have one trace.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '#testing/cli/run-command.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { ensureBuilt } from '../../../electron/built.ts'
import { root } from '../../fixtures/serve-front.ts'
import type { RunningServer } from '../server-process.ts'
import type { Subject } from '../server-table.ts'
import { startSubject } from '../start-subject.ts'
import { reason } from '../verdict.ts'
import { instrumented, spanAgents } from './agents.ts'
import type { SeenSpan } from './seen-spans.ts'
import { type RunningStore, stores } from './stores.ts'

export interface OneTrace {
  readonly unavailable?: string
  /** Number of spans by service. */
  readonly services: ReadonlyMap<string, number>
  readonly problem?: string
}

const planner: Subject = {
  name: 'planner',
  sources: ['planner'],
  needs: instrumented(
    ['a2a-sdk[http-server,telemetry]', '1.3.0'],
    ['opentelemetry-instrumentation-httpx', '0.66b1'],
  ),
}
const requested = ['parley', 'planner', 'hotels', 'trains']
const patienceMs = 30_000

export async function threeAgents(cache: string): Promise<OneTrace> {
  const opened: { close(): Promise<void> }[] = []
  try {
    const store = await stores.at(-1)?.start(cache)
    if (!store) throw new Error('no store')
    opened.push(store)
    const start = async (subject: Subject | undefined, name: string, others: readonly string[] = []) => {
      if (!subject) throw new Error(`no agent for ${name}`)
      const given = { env: sendTo(store, name), flags: others }
      const running: RunningServer = await startSubject(subject, join(cache, 'traces'), given)
      opened.push(running)
      return running.origin
    }
    const called = [
      await start(
        spanAgents.find(({ name }) => name.startsWith('a2a-python')),
        'hotels',
      ),
      await start(
        spanAgents.find(({ name }) => name.startsWith('pydantic-ai')),
        'trains',
      ),
    ]
    const window = await openWindow()
    opened.push(window)
    const traces = { enabled: true, endpoint: store.endpoint, format: 'protobuf' as const, headers: [] }
    await window.client.traces.configure(traces)
    await ensureBuilt(root, () => undefined)
    const taps: string[] = []
    for (const origin of called) {
      const tap = await startTap(origin, store.endpoint)
      opened.push(tap)
      taps.push(tap.address)
    }
    const traceId = await ask(window, await start(planner, 'planner', taps))
    return await look(store, traceId)
  } catch (error) {
    return { unavailable: reason(error), services: new Map() }
  } finally {
    for (const each of opened.toReversed()) await each.close()
  }
}

/** A process without a window. */
async function startTap(origin: string, endpoint: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-trace-tap-'))
  const args = ['tap', origin, '--otlp', endpoint, '--data-dir', 'data', '-o', 'json']
  const { child, done, line } = startProcess(args, folder)
  const { tap } = JSON.parse(await line(/"tap"/))
  return {
    address: String(tap.address),
    async close() {
      child.kill('SIGTERM')
      await done
    },
  }
}

/** As documented. */
function sendTo({ endpoint }: RunningStore, name: string): Readonly<Record<string, string>> {
  return {
    OTEL_SERVICE_NAME: name,
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  }
}

/** Returns the trace id of the call. */
async function ask({ client, engine, idOf }: TestWindow, origin: string): Promise<string> {
  const agentId = await idOf(origin)
  await client.card.discover({ agentId })
  const settings = await client.agents.settings({ agentId })
  await client.agents.configure({ agentId, settings: { ...settings, network: { traceparent: true } } })
  await client.conversation.send({ agentId, text: 'count to three', stream: true })
  engine.record.flush()
  const { rows } = await client.console.exchanges({ filter: '', offset: 0, limit: 100 })
  const exchangeId = rows.find((row) => row.agentId === agentId && row.operation === 'stream')?.id ?? ''
  await engine.traces.flush(patienceMs)
  const request = { exchangeId, folded: [], offset: 0, limit: 1 }
  return (await client.spans.ofExchange(request)).traceIds[0] ?? ''
}

async function look({ read }: RunningStore, traceId: string): Promise<OneTrace> {
  for (const until = performance.now() + patienceMs; ; ) {
    const spans = await read(traceId)
    const services = new Map<string, number>()
    for (const name of spans.map(serviceOf)) services.set(name, (services.get(name) ?? 0) + 1)
    const missing = requested.filter((name) => !services.has(name))
    const ids = new Set(spans.map(({ spanId }) => spanId))
    const roots = spans.filter(({ parents }) => !ids.has(String(parents[0])))
    const isWhole =
      missing.length === 0 && roots.length === 1 && roots.every((root) => serviceOf(root) === 'parley')
    if (isWhole) return { services }
    const parents = roots.map((root) => `${serviceOf(root)} ${JSON.stringify(root.names)}`).join(', ')
    if (performance.now() > until)
      return { services, problem: `without ${missing.join(', ') || 'none'}; without a parent: ${parents}` }
    await sleep(500)
  }
}

function serviceOf({ attributes }: SeenSpan): string {
  return /service\.name=\{\\*"stringValue\\*":\\*"([^"\\]*)/.exec(JSON.stringify(attributes))?.[1] ?? ''
}
