// Sends what is recorded as traces to an endpoint: off until the user names one. The record is the queue. While an endpoint is away,
// nothing is lost and nothing piles up in memory; what an endpoint refuses is counted.

import { setTimeout as delay } from 'node:timers/promises'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { TraceSending, TraceSettings } from '#shared/contract/traces.ts'
import { type OtlpSpan, otlpSpan, otlpTraces } from '#shared/traces/otlp.ts'
import type { SecretStore } from '../access/secret-store.ts'
import type { Agents } from '../agents.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import { reportInternalError } from '../guarded.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { describedAgent } from './described-agent.ts'
import { createOtlpSender, type Delivery, type OtlpSender } from './send-otlp.ts'
import { testSpan } from './test-span.ts'
import { type TraceBatch, traceBatches } from './trace-batches.ts'
import { createTraceProgress } from './trace-progress.ts'
import { openTraceSettings } from './trace-settings.ts'

export interface TraceExport {
  settings(): TraceSettings
  configure(wanted: Inputs['traces']['configure']): Promise<TraceSettings>
  test(): Promise<{ readonly accepted: boolean; readonly message: string }>
  follow(signal: AbortSignal): AsyncIterable<TraceSending>
  sending(): TraceSending
  close(): Promise<void>
}

interface TraceExportDeps {
  readonly dataDir: string
  readonly record: SessionRecord
  readonly secrets: SecretStore
  readonly wire: Pick<Wire, 'leaving' | 'mask'>
  readonly agents: Agents
  readonly discovery: DiscoveryService
  readonly version: string
}

/** Between two batches, so that calls which end together go together. */
const gatherMs = 500
const firstRetryMs = 1_000
/** Between two tries of a batch, longer only where the endpoint asks for it. */
const maxRetryMs = 60_000
/** For an endpoint that asks to be left alone; it is tried again then. */
const maxRetryAfterMs = 3_600_000

export async function openTraceExport(deps: TraceExportDeps): Promise<TraceExport> {
  const { record, wire, agents, discovery } = deps
  const settings = await openTraceSettings(deps.dataDir, deps.secrets, process.env)
  const behind = () => Math.max(0, record.latest() - settings.sentTo())
  const progress = createTraceProgress(behind, wire.leaving.text)
  const deliver = createDelivering(settings, deps)
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined

  async function sendBatch(sender: OtlpSender, batch: TraceBatch, signal: AbortSignal): Promise<void> {
    const { spans, next, missedCalls } = batch
    progress.change('sending')
    progress.missed(missedCalls)
    for (let retryMs = firstRetryMs; spans.length > 0; retryMs = Math.min(2 * retryMs, maxRetryMs)) {
      const delivery = await deliver(sender, spans, signal)
      if (signal.aborted) return
      if (delivery.kind !== 'later') {
        progress.count(spans.length, delivery)
        break
      }
      progress.change('retrying')
      progress.fail(delivery.message)
      await rest(Math.min(delivery.afterMs ?? withJitter(retryMs), maxRetryAfterMs), signal)
      if (signal.aborted) return
    }
    await settings.keepSentTo(next)
    progress.change('waiting')
  }

  async function run(signal: AbortSignal): Promise<void> {
    const sender = createOtlpSender(settings.view())
    const agentOf = (agentId: string | undefined) => describedAgent(agentId, agents, discovery)
    const source = { record, mask: wire.leaving, agentOf, after: settings.sentTo(), signal }
    try {
      for await (const batch of traceBatches(source)) {
        await sendBatch(sender, batch, signal)
        await rest(gatherMs, signal)
      }
    } catch (error) {
      reportInternalError({ where: 'traces', error })
      progress.fail('Parley couldn’t write traces of what it recorded. Switch them off and on again.')
    } finally {
      sender.close()
      progress.change('off')
    }
  }

  function start(): void {
    if (!settings.view().enabled) return
    const stop = new AbortController()
    progress.change('waiting')
    running = { stop, ended: run(stop.signal) }
  }

  async function stop(): Promise<void> {
    running?.stop.abort()
    await running?.ended
    running = undefined
  }

  start()
  return {
    settings: settings.view,
    sending: progress.read,
    follow: progress.follow,
    async configure(wanted) {
      await stop()
      try {
        return await settings.write(wanted, record.latest())
      } finally {
        start()
      }
    },
    test: () => sendTestSpan(settings, deliver, wire.leaving.text),
    close: stop,
  }
}

type Settings = Awaited<ReturnType<typeof openTraceSettings>>
type Deliver = ReturnType<typeof createDelivering>

async function sendTestSpan(settings: Settings, deliver: Deliver, mask: (text: string) => string) {
  if (settings.view().endpoint === '') throw new Fault('bad-input', 'Enter an endpoint first.')
  const sender = createOtlpSender(settings.view())
  const delivery = await deliver(sender, [otlpSpan(testSpan())], new AbortController().signal)
  sender.close()
  const accepted = delivery.kind === 'accepted' && delivery.rejectedSpans === 0
  return { accepted, message: mask(delivery.message ?? '') }
}

function createDelivering(settings: Settings, { wire, version }: Pick<TraceExportDeps, 'wire' | 'version'>) {
  return async (sender: OtlpSender, spans: readonly OtlpSpan[], signal: AbortSignal): Promise<Delivery> => {
    const { headers, missing } = await settings.headers()
    if (missing.length > 0)
      return { kind: 'later', message: `No value for the header ${missing.join(', ')}.` }
    for (const [, value] of headers) wire.mask.learn(value)
    return sender.send(otlpTraces(spans, version), headers, signal)
  }
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}

function withJitter(milliseconds: number): number {
  return milliseconds * (1 + Math.random() / 4)
}
