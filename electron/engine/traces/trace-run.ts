// Sends batch after batch, each until the endpoint has taken or refused it.

import { setTimeout as delay } from 'node:timers/promises'
import type { TracedAgent } from '#shared/traces/exchange-spans.ts'
import type { OtlpSpan } from '#shared/traces/otlp.ts'
import type { Agents } from '../agents.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import { reportInternalError } from '../guarded.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import type { Delivery, OtlpSender } from './send-otlp.ts'
import { type TraceBatch, traceBatches } from './trace-batches.ts'
import type { TraceProgress } from './trace-progress.ts'
import type { Settings } from './trace-settings.ts'

/** One try. */
export type Deliver = (
  sender: OtlpSender,
  spans: readonly OtlpSpan[],
  signal: AbortSignal,
) => Promise<Delivery>

interface TraceRunDeps {
  readonly record: SessionRecord
  readonly wire: Pick<Wire, 'leaving'>
  readonly agents: Agents
  readonly discovery: DiscoveryService
  readonly settings: Settings
  readonly progress: TraceProgress
  readonly deliver: Deliver
  readonly openSender: () => Promise<OtlpSender>
}

/** Between two batches, so that calls which end together go together. */
const gatherMs = 500
const firstRetryMs = 1_000
// Between two tries of a batch, longer only where the endpoint asks for it.
const maxRetryMs = 60_000
/** For an endpoint that asks to be left alone; it is tried again then. */
const maxRetryAfterMs = 3_600_000

export function createTraceRun(deps: TraceRunDeps) {
  const { record, wire, agents, discovery, settings, progress, deliver, openSender } = deps
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
    let sender: OtlpSender | undefined
    const agentOf = (agentId: string | undefined) => describedAgent(agentId, agents, discovery)
    // A record that was begun anew has nothing from before.
    const after = Math.min(settings.sentTo(), record.latest())
    const source = { record, mask: wire.leaving, agentOf, after, signal }
    try {
      sender = await openSender()
      for await (const batch of traceBatches(source)) {
        await sendBatch(sender, batch, signal)
        await rest(gatherMs, signal)
      }
    } catch (error) {
      reportInternalError({ where: 'traces', error })
      progress.fail('Parley couldn’t write traces of what it recorded. Switch them off and on again.')
    } finally {
      sender?.close()
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

  return { start, stop }
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}

function withJitter(milliseconds: number): number {
  return milliseconds * (1 + Math.random() / 4)
}

/** As its card says now; by its name alone where it has none. */
function describedAgent(
  agentId: string | undefined,
  agents: Pick<Agents, 'list'>,
  discovery: Pick<DiscoveryService, 'current'>,
): TracedAgent | undefined {
  const agent = agents.list().find(({ id }) => id === agentId)
  if (agent === undefined) return undefined
  const known = discovery.current(agent.id)
  if (!known?.found) return { name: agent.name }
  const { name, description, version } = known.card
  return { name, description, version }
}
