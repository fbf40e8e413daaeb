// Sends what is recorded as traces to an endpoint: off until the user names one. The record is the queue. While an endpoint is away,
// nothing is lost and nothing piles up in memory; what an endpoint refuses is counted.

import { randomBytes } from 'node:crypto'
import type { ClientCertificate, ClientCertificateView } from '#shared/contract/access.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { TraceSettings } from '#shared/contract/traces.ts'
import { defined } from '#shared/defined.ts'
import { otlpSpan, otlpTraces } from '#shared/traces/otlp.ts'
import type { Span } from '#shared/traces/span.ts'
import type { ClientCertificates } from '../access/client-certificates.ts'
import type { Environment } from '../access/environment.ts'
import type { SecretStore } from '../access/secret-store.ts'
import type { Agents } from '../agents.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { createOtlpSender, type OtlpSender } from './send-otlp.ts'
import { endingKinds } from './trace-batches.ts'
import { createTraceProgress, type TraceProgress } from './trace-progress.ts'
import { createTraceRun, type Deliver } from './trace-run.ts'
import { openTraceSettings, type Settings, traceOwner } from './trace-settings.ts'

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
  /** Settings hold until it ends. */
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
    configure: (wanted: Inputs['traces']['configure']): Promise<TraceSettings> =>
      changed(() => {
        // What was recorded just now is of before, too.
        record.flush()
        return settings.write(wanted, record.latest())
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
    /** Resolves once everything that has ended is sent, or after this long, with whether it is. */
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
  // A command's endpoint isn't the one that it was chosen for.
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

/** To see whether an endpoint takes spans, and to be found there. */
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
