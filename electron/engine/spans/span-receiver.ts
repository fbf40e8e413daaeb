// The receiver of spans: off by default, with a port for HTTP and one for gRPC; a restart keeps it on.

import { join } from 'node:path'
import { z } from 'zod'
import {
  type SpanCounts,
  type SpanReceiverSettings,
  type SpanReceiverState,
  spanReceiverSettingsSchema,
} from '#shared/contract/spans.ts'
import { defined } from '#shared/defined.ts'
import { createNews } from '../platform/async.ts'
import { systemClock, type TimeSource } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'
import { type JsonFile, openJsonFile } from '../platform/json-files.ts'
import type { OwnPorts } from '../platform/net.ts'
import { createTurns } from '../platform/queue.ts'
import { listenProblem } from '../receiver/addresses.ts'
import type { RecordingService } from '../sessions/recording.ts'
import type { SessionRecord } from '../store/record.ts'
import type { MaskText } from './attributes.ts'
import { createContinuation } from './continuation.ts'
import { openOtlpGrpc } from './otlp-grpc.ts'
import { type OtlpHandlers, type OtlpPort, openOtlpHttp } from './otlp-http.ts'
import { createSpanCounter } from './span-counts.ts'
import { createTakeSpans, type SpanRequest } from './take-spans.ts'

/** OTLP's. */
const usualPorts: Ports = { http: 4318, grpc: 4317 }

interface SpanReceiverDeps {
  readonly dataDir: string
  readonly record: SessionRecord
  readonly wire: { readonly mask: MaskText }
  readonly recording: RecordingService
  /** For a single command: settings apply to this process alone. */
  readonly isCommand: boolean
  readonly clock?: TimeSource
  readonly ownPorts?: OwnPorts
}

const newsEveryMs = 200

export async function openSpanReceiver(deps: SpanReceiverDeps) {
  const { dataDir, record, wire, recording, isCommand, ownPorts, clock = systemClock } = deps
  const file = await openSpanReceiverFile(dataDir)
  const inTurn = createTurns()
  const news = createPacedNews()
  const counter = createSpanCounter(wire.mask.text, news.soon)
  const continuation = createContinuation({ record, clock })
  const takeSpans = createTakeSpans({
    record,
    mask: wire.mask,
    recorded: () => (recording.isOn() ? recording.currentSession() : undefined),
    clock,
    onTaken: continuation.note,
  })
  const handlers: OtlpHandlers = {
    async take(request: SpanRequest) {
      const result = await takeSpans(request)
      counter.count(result)
      return result
    },
    onBadRequest: counter.badRequest,
  }
  let ports: OpenPorts | undefined
  let problem: string | undefined
  let stored = isCommand ? { ...file.value(), enabled: false } : file.value()
  const keep = async (changes: Partial<typeof stored>) => {
    stored = { ...stored, ...changes }
    if (!isCommand) await file.write(stored)
  }

  const state = () => stateOf(stored, ports, problem, counter.read())
  const shut = async () => {
    const open = ports
    ports = undefined
    await open?.close()
  }
  const begin = async () => {
    problem = undefined
    await shut()
    const opened = await openOwnPorts(ownPorts, stored.settings, stored.lastPorts, handlers)
    if (typeof opened === 'string') problem = opened
    else {
      ports = { ...opened, since: clock.wallMs() }
      await keep({ lastPorts: { http: opened.http, grpc: opened.grpc } })
    }
    news.soon()
  }

  if (stored.enabled) await inTurn(begin)
  return {
    state,
    follow: (signal: AbortSignal): AsyncGenerator<SpanReceiverState> => news.follow(state, signal),
    start: ({
      host = '127.0.0.1',
      ...settings
    }: z.input<typeof spanReceiverSettingsSchema>): Promise<SpanReceiverState> =>
      inTurn(async () => {
        await keep({ enabled: true, settings: { ...settings, host } })
        await begin()
        return state()
      }),
    stop: (): Promise<SpanReceiverState> =>
      inTurn(async () => {
        problem = undefined
        await shut()
        await keep({ enabled: false })
        news.soon()
        return state()
      }),
    async close(): Promise<void> {
      await inTurn(shut)
      continuation.close()
      news.close()
    },
  }
}

/** They are Parley's own ports while open. */
async function openOwnPorts(ownPorts: OwnPorts | undefined, ...ports: Parameters<typeof openSpanPorts>) {
  const opened = await openSpanPorts(...ports)
  if (typeof opened === 'string') return opened
  const disown = [opened.http, opened.grpc].flatMap((port) => ownPorts?.add(port) ?? [])
  return {
    ...opened,
    close() {
      for (const each of disown) each()
      return opened.close()
    },
  }
}

type OpenPorts = SpanPorts & { readonly since: number }

function stateOf(
  { settings, enabled }: SpanReceiverFile,
  ports: OpenPorts | undefined,
  problem: string | undefined,
  counts: SpanCounts,
): SpanReceiverState {
  const listening = ports && {
    http: addressOf(settings.host, ports.http),
    grpc: addressOf(settings.host, ports.grpc),
    since: ports.since,
  }
  return {
    ...{ settings, enabled, counts, environments: environmentsOf(listening) },
    ...defined({ listening, problem }),
  }
}

function addressOf(host: string, port: number): string {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`
}

/** Limits reports of a value that changes thousands of times per second. */
function createPacedNews() {
  const { changed, follow } = createNews()
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    timer = undefined
    changed()
  }
  return {
    follow,
    soon() {
      timer ??= setTimeout(guarded('span counts', report), newsEveryMs).unref()
    },
    close: () => clearTimeout(timer),
  }
}

/** Environment variables with which an agent sends its spans here: OpenTelemetry’s SDKs read them in all languages. */
function environmentsOf(listening: SpanReceiverState['listening']): SpanReceiverState['environments'] {
  if (!listening) return []
  const sent = (protocol: 'http/protobuf' | 'grpc', endpoint: string) => ({
    protocol,
    variables: [
      { name: 'OTEL_TRACES_EXPORTER', value: 'otlp' },
      { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: endpoint },
      { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', value: protocol },
      // Parley accepts traces only; otherwise agents would log errors about metrics and logs.
      { name: 'OTEL_METRICS_EXPORTER', value: 'none' },
      { name: 'OTEL_LOGS_EXPORTER', value: 'none' },
    ],
  })
  return [sent('http/protobuf', listening.http), sent('grpc', listening.grpc)]
}

const fileSchema = z.object({
  version: z.literal(1),
  enabled: z.boolean(),
  settings: spanReceiverSettingsSchema,
  /** The last ports, to be reused. */
  lastPorts: z.object({ http: z.number(), grpc: z.number() }).optional(),
})
type SpanReceiverFile = z.infer<typeof fileSchema>

function openSpanReceiverFile(dataDir: string): Promise<JsonFile<SpanReceiverFile>> {
  return openJsonFile<SpanReceiverFile>(join(dataDir, 'spans.json'), fileSchema, {
    version: 1,
    enabled: false,
    settings: { host: '127.0.0.1' },
  })
}

// The two ports for spans: both are open, or none.

interface Ports {
  readonly http: number
  readonly grpc: number
}

interface SpanPorts extends Ports {
  close(): Promise<void>
}

/** Returns the reason if they can't be opened. */
async function openSpanPorts(
  { port, grpcPort, host }: SpanReceiverSettings,
  last: Ports | undefined,
  handlers: OtlpHandlers,
): Promise<SpanPorts | string> {
  const opened: OtlpPort[] = []
  const close = async () => {
    await Promise.all(opened.map((one) => one.close()))
  }
  for (const [portNumber, which, server] of [
    [port, 'http', openOtlpHttp],
    [grpcPort, 'grpc', openOtlpGrpc],
  ] as const) {
    const tries = portsToTry(portNumber, last?.[which], usualPorts[which])
    try {
      opened.push(await firstFree(tries, (on) => server({ port: on, host }, handlers)))
    } catch (error) {
      await close()
      return listenProblem(error, { port: tries[0] ?? 0, reach: { kind: 'address', address: host } })
    }
  }
  const [http = 0, grpc = 0] = opened.map((one) => one.port)
  return { http, grpc, close }
}

/** A chosen port has no alternative. */
function portsToTry(port: number | undefined, last: number | undefined, usual: number): readonly number[] {
  if (port !== undefined && port !== 0) return [port]
  return [...new Set([...(last === undefined ? [] : [last]), ...(port === 0 ? [] : [usual]), 0])]
}

async function firstFree<T>(ports: readonly number[], open: (port: number) => Promise<T>): Promise<T> {
  const [port = 0, ...others] = ports
  try {
    return await open(port)
  } catch (error) {
    if (others.length === 0) throw error
    return firstFree(others, open)
  }
}
