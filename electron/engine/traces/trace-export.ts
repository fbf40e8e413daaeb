// Sends recorded exchanges as traces to an endpoint: off until the user sets one. The record is the queue: while an
// endpoint is away, nothing is lost and memory does not grow; refused spans are counted.

import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientCertificate, ClientCertificateView } from '#shared/contract/access.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { TraceSending, TraceSettings } from '#shared/contract/traces.ts'
import { defined } from '#shared/defined.ts'
import type { TracedAgent } from '#shared/traces/exchange-spans.ts'
import { type OtlpSpan, otlpSpan, otlpTraces } from '#shared/traces/otlp.ts'
import type { Span } from '#shared/traces/span.ts'
import type { ClientCertificates } from '../access/client-certificates.ts'
import type { Environment } from '../access/environment.ts'
import type { SecretStore } from '../access/secret-store.ts'
import type { Agents } from '../agents.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import { createNews } from '../platform/async.ts'
import { reportInternalError } from '../platform/guarded.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { createOtlpSender, type Delivery, type OtlpSender } from './send-otlp.ts'
import { endingKinds, type TraceBatch, traceBatches } from './trace-batches.ts'
import { openTraceSettings, type Settings, traceOwner } from './trace-settings.ts'

/** Between two batches, so that calls that end at about the same time are sent together. */
const gatherMs = 500
const firstRetryMs = 1_000
// Between two attempts of a batch, longer only at the endpoint's request.
const maxRetryMs = 60_000
/** Delay that an endpoint may request; a retry follows then. */
const maxRetryAfterMs = 3_600_000

interface TraceExportDeps {
  readonly dataDir: string
  readonly record: SessionRecord
  readonly secrets: SecretStore
  readonly certificates: ClientCertificates
  readonly wire: Pick<Wire, 'leaving' | 'mask'>
  readonly agents: Agents
  readonly discovery: DiscoveryService
  readonly version: string
  readonly environment: Environment
  /** Settings apply to this process alone. */
  readonly isCommand: boolean
}

export async function openTraceExport(deps: TraceExportDeps) {
  const { record, wire, certificates } = deps
  const settings = await openTraceSettings(deps)
  const behind = () => Math.max(0, record.latest() - settings.sentTo())
  const progress = createTraceProgress(behind, wire.leaving.text)
  const deliver = createDelivering(settings, progress, deps)
  const openSender = () => openTraceSender(settings, certificates)
  const { start, stop } = createTraceRun({ ...deps, settings, progress, deliver, openSender })

  async function changed<T>(change: () => Promise<T>): Promise<T> {
    await stop()
    try {
      return await change()
    } finally {
      progress.uncheckedCertificate(false)
      start()
    }
  }

  async function isAllSent(): Promise<boolean> {
    record.flush()
    const next = { after: settings.sentTo(), limit: 1, filter: { kinds: endingKinds } }
    return (await record.read(next)).entries.length === 0
  }

  start()
  return {
    settings: settings.view,
    sending: progress.read,
    follow: progress.follow,
    configure: (requested: Inputs['traces']['configure']): Promise<TraceSettings> =>
      changed(() => {
        // Sends only what is recorded from now on.
        record.flush()
        return settings.write(requested, record.latest())
      }),
    async test(): Promise<{ readonly accepted: boolean; readonly message: string }> {
      if (settings.view().endpoint === '') throw new Fault('bad-input', 'Enter an endpoint first.')
      return sendTestSpan(await openSender(), deliver, wire.leaving.text)
    },
    clientCertificate: (): Promise<ClientCertificateView> => certificates.view(traceOwner),
    setClientCertificate: (certificate: ClientCertificate | null): Promise<ClientCertificateView> =>
      changed(async () => {
        if (certificate === null) await certificates.forget(traceOwner)
        else await certificates.set(traceOwner, certificate)
        return certificates.view(traceOwner)
      }),
    /** Resolves once everything that has ended is sent, or on the time-out, with whether it is. */
    async flush(milliseconds: number): Promise<boolean> {
      for await (const { state } of progress.follow(AbortSignal.timeout(milliseconds)))
        if (state === 'off' || (await isAllSent())) break
      return isAllSent()
    },
    close: stop,
  }
}

async function openTraceSender(settings: Settings, certificates: ClientCertificates): Promise<OtlpSender> {
  const { endpoint, format, network } = settings.view()
  await certificates.open(traceOwner)
  // The certificate was chosen for the stored endpoint, not for a command's.
  const shown = settings.isForNow() ? {} : certificates.shown(traceOwner, [new URL(endpoint).origin])
  return createOtlpSender({ endpoint, format, ...defined({ network }), ...shown })
}

async function sendTestSpan(sender: OtlpSender, deliver: Deliver, mask: (text: string) => string) {
  const delivery = await deliver(sender, [otlpSpan(testSpan(), mask)], new AbortController().signal)
  sender.close()
  const accepted = delivery.kind === 'accepted' && delivery.rejectedSpans === 0
  return { accepted, message: mask(delivery.message ?? '') }
}

function createDelivering(
  settings: Settings,
  progress: TraceProgress,
  { wire, version }: Pick<TraceExportDeps, 'wire' | 'version'>,
): Deliver {
  return async (sender, spans, signal) => {
    const { headers, missing } = await settings.headers()
    if (missing.length > 0)
      return { kind: 'later', message: `No value for the header ${missing.join(', ')}.` }
    for (const [, value] of headers) wire.mask.learn(value)
    const delivery = await sender.send(otlpTraces(spans, version), headers, signal)
    if (delivery.isUnchecked !== undefined) progress.uncheckedCertificate(delivery.isUnchecked)
    return delivery
  }
}

/** Shows whether an endpoint accepts spans, and can be found there. */
function testSpan(): Span {
  const now = Date.now()
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: 'Parley test span',
    kind: 'internal',
    startMs: now,
    endMs: now,
    attributes: { 'parley.test': true },
    events: [],
    droppedEvents: 0,
    links: [],
    droppedLinks: 0,
  }
}

// Sends batch after batch, each until the endpoint has accepted or refused it.

type Deliver = (sender: OtlpSender, spans: readonly OtlpSpan[], signal: AbortSignal) => Promise<Delivery>

interface TraceRunDeps extends Pick<TraceExportDeps, 'record' | 'wire' | 'agents' | 'discovery'> {
  readonly settings: Settings
  readonly progress: TraceProgress
  readonly deliver: Deliver
  readonly openSender: () => Promise<OtlpSender>
}

function createTraceRun(deps: TraceRunDeps) {
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
      const usualMs = retryMs * (1 + Math.random() / 4)
      await rest(Math.min(delivery.afterMs ?? usualMs, maxRetryAfterMs), signal)
      if (signal.aborted) return
    }
    await settings.keepSentTo(next)
    progress.change('waiting')
  }

  async function run(signal: AbortSignal): Promise<void> {
    let sender: OtlpSender | undefined
    const agentOf = (agentId: string | undefined) => describedAgent(agentId, agents, discovery)
    // A new record has nothing from before.
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

/** By its current card; by its name alone without one. */
function describedAgent(
  agentId: string | undefined,
  agents: Pick<Agents, 'list'>,
  discovery: Pick<DiscoveryService, 'current'>,
): TracedAgent | undefined {
  const agent = agents.list().find(({ id }) => id === agentId)
  if (agent === undefined) return undefined
  const existing = discovery.current(agent.id)
  if (!existing?.found) return { name: agent.name }
  const { name, description, version } = existing.card
  return { name, description, version }
}

type Progress = Omit<TraceSending, 'entriesBehind'>

type TraceProgress = ReturnType<typeof createTraceProgress>

function createTraceProgress(behind: () => number, mask: (text: string) => string) {
  const news = createNews()
  let now: Progress = { state: 'off', sentSpans: 0, rejectedSpans: 0, missedCalls: 0 }
  const set = (changes: Partial<Progress>) => {
    now = { ...now, ...changes }
    news.changed()
  }
  const read = (): TraceSending => {
    const isBusy = now.state === 'sending' || now.state === 'retrying'
    return { ...now, entriesBehind: isBusy ? behind() : 0 }
  }
  const fail = (message: string) => set({ lastError: { at: Date.now(), message: mask(message) } })

  return {
    read,
    change: (state: Progress['state']): void => set({ state }),
    missed: (calls: number): void => set({ missedCalls: now.missedCalls + calls }),
    fail,
    /** Of the connection of the last response. */
    uncheckedCertificate(isUnchecked: boolean) {
      if (isUnchecked === (now.uncheckedCertificate === true)) return
      const { uncheckedCertificate: _, ...rest } = now
      now = rest
      set(isUnchecked ? { uncheckedCertificate: true } : {})
    },
    count(spans: number, delivery: Exclude<Delivery, { readonly kind: 'later' }>) {
      const rejected = delivery.kind === 'refused' ? spans : Math.min(spans, delivery.rejectedSpans)
      set({
        sentSpans: now.sentSpans + spans - rejected,
        rejectedSpans: now.rejectedSpans + rejected,
        ...(rejected < spans && { lastSentAt: Date.now() }),
      })
      if (delivery.message !== undefined) fail(delivery.message)
    },
    follow: (signal: AbortSignal): AsyncGenerator<TraceSending> => news.follow(read, signal),
  }
}
