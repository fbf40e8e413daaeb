// Spans that agents send to Parley over OTLP: the receiver, off until it is switched on, and what it has of a call, a task or a trace.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxProtocolIdChars } from '../bounded.ts'
import type { SpanAttributes, SpanDetail } from '../spans/received-span.ts'
import type { SpanClock } from '../spans/span-clock.ts'
import type { SpanLane } from '../spans/span-lanes.ts'
import type { SpanFacts, SpanRow } from '../spans/span-tree.ts'
import { exchangeIdSchema, type ListPage } from './console.ts'
import { maxSpanPage } from './constants.ts'
import { type Followed, followed, ofSession, ofTask } from './followed.ts'

/** Spans whose inside is folded away at once; refused with the bound. */
const maxFoldedSpans = 10_000

const port = z.int().min(0).max(65_535)

export const spanReceiverSettingsSchema = z.object({
  /** For HTTP. Left out: that of the last time, else 4318, or where that is taken a free one. 0: a free one. */
  port: port.optional(),
  /** For gRPC, where 4317 is the usual one. */
  grpcPort: port.optional(),
  /** Anything but a loopback address lets other machines send. */
  host: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
})
export type SpanReceiverSettings = z.infer<typeof spanReceiverSettingsSchema>

/** Since this start of Parley. */
export interface SpanCounts {
  /** New ones, which are kept. */
  readonly received: number
  /** Sent again by an agent that got no answer. */
  readonly repeated: number
  /** Without valid ids. */
  readonly refused: number
  /** Valid, and not kept: their trace had too many, the record was full or recording was paused. */
  readonly dropped: number
  /** Requests that could not be read, or were too large. */
  readonly badRequests: number
  readonly lastAt?: number
  /** What went wrong last, as the agent was told. */
  readonly lastProblem?: { readonly at: number; readonly message: string }
}

export interface SpanReceiverState {
  readonly settings: SpanReceiverSettings
  /** Returns after a restart; `listening` and `problem` report what has become of it. */
  readonly enabled: boolean
  readonly listening?: {
    /** As OTEL_EXPORTER_OTLP_ENDPOINT has it. */
    readonly http: string
    readonly grpc: string
    readonly since: number
  }
  readonly problem?: string
  /** To set where an agent is started; empty while nothing listens. */
  readonly environments: readonly {
    readonly protocol: 'http/protobuf' | 'grpc'
    readonly variables: readonly { readonly name: string; readonly value: string }[]
  }[]
  readonly counts: SpanCounts
}

interface SpanService {
  /** `service.name`; empty where the agent gives none. */
  readonly name: string
  readonly spans: number
  readonly failed: number
}

export interface SpanList {
  readonly rows: readonly SpanRow[]
  /** Of all rows that are not folded away, those of exchanges included. */
  readonly total: number
  /** Received spans, folded away or not. */
  readonly spans: number
  readonly failed: number
  /** Of these traces, but not kept: there were too many. */
  readonly dropped: number
  readonly clock: SpanClock
  readonly services: readonly SpanService[]
  /** Empty where no exchange of it names a trace. */
  readonly traceIds: readonly string[]
}

export interface SpanPage extends SpanList, Followed {}

/** What agents did for a task, by kind; empty where none has sent spans. */
export interface SpanLanes extends Followed {
  readonly lanes: readonly SpanLane[]
}

/** A trace that no exchange names. */
export interface UnknownTrace {
  readonly traceId: string
  readonly spans: number
  readonly dropped: number
  readonly services: readonly string[]
  /** Of the span that has no parent here, the first of them. */
  readonly name: string
  readonly start: number
  readonly end: number
  /** When its last span arrived. */
  readonly receivedAt: number
}

export interface UnknownTracePage extends ListPage<UnknownTrace> {
  /** In all of them. */
  readonly spans: number
}

/** Before it is followed. */
export type UnknownTraces = Omit<UnknownTracePage, keyof Followed>

export interface SpanInFull extends SpanFacts, SpanDetail {
  /** Of the program that sent it. */
  readonly resource: SpanAttributes
}

const traceId = z.string().regex(/^[0-9a-f]{32}$/)
const spanId = z.string().regex(/^[0-9a-f]{16}$/)
const range = { offset: z.int().min(0), limit: z.int().min(1).max(maxSpanPage) }
const looked = z.object({
  ...ofSession,
  /** Keys of rows whose inside is folded away. */
  folded: z.array(z.string().max(maxProtocolIdChars)).max(maxFoldedSpans),
  ...range,
  ...followed,
})

const taskSchema = z.object({ ...ofSession, ...ofTask })

export const spanReceiver = {
  state: oc.output(type<SpanReceiverState>()),
  follow: oc.output(eventIterator(type<SpanReceiverState>())),
  /** Listens, or reports why it can’t; from then on after each start of Parley too. */
  start: oc.input(spanReceiverSettingsSchema).output(type<SpanReceiverState>()),
  stop: oc.output(type<SpanReceiverState>()),
}

export const spans = {
  /** The exchange, and what hangs under it; then what is of its trace and hangs nowhere. */
  ofExchange: oc.input(looked.extend({ exchangeId: exchangeIdSchema })).output(type<SpanPage>()),
  /** The same of all exchanges about a task, one after the other. */
  ofTask: oc.input(looked.extend(taskSchema.shape)).output(type<SpanPage>()),
  /** Of a task, over time: what stands close together is one bar. */
  lanes: oc.input(taskSchema.extend(followed)).output(type<SpanLanes>()),
  /** A whole trace, with the exchanges that are in it. */
  ofTrace: oc.input(looked.extend({ traceId })).output(type<SpanPage>()),
  /** Traces that no exchange names, the newest first. */
  unknown: oc.input(z.object({ ...ofSession, ...range, ...followed })).output(type<UnknownTracePage>()),
  /** Null where it is no longer kept. */
  span: oc.input(z.object({ ...ofSession, traceId, spanId })).output(type<SpanInFull | null>()),
}
