// Spans that agents send to Parley over OTLP: the receiver, off by default, and the spans of a call, a task or a trace.

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

/** Spans that are collapsed at once; refused with the bound. */
const maxFoldedSpans = 10_000

const port = z.int().min(0).max(65_535)

export const spanReceiverSettingsSchema = z.object({
  /** For HTTP. By default the previous one, else 4318, or a free one where that is in use. 0: a free one. */
  port: port.optional(),
  /** For gRPC, by default 4317. */
  grpcPort: port.optional(),
  /** Anything but a loopback address lets other machines send. */
  host: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
})
export type SpanReceiverSettings = z.infer<typeof spanReceiverSettingsSchema>

/** Since this start of Parley. */
export interface SpanCounts {
  /** New ones, which are stored. */
  readonly received: number
  /** Sent again by an agent that got no answer. */
  readonly repeated: number
  /** Without valid ids. */
  readonly refused: number
  /** Valid but not stored: their trace had too many, the record was full or recording was paused. */
  readonly dropped: number
  /** Requests that were unreadable or too large. */
  readonly badRequests: number
  readonly lastAt?: number
  /** The last problem, as reported to the agent. */
  readonly lastProblem?: { readonly at: number; readonly message: string }
}

export interface SpanReceiverState {
  readonly settings: SpanReceiverSettings
  /** Restored after a restart; `listening` and `problem` report the result. */
  readonly enabled: boolean
  readonly listening?: {
    /** As in OTEL_EXPORTER_OTLP_ENDPOINT. */
    readonly http: string
    readonly grpc: string
    readonly since: number
  }
  readonly problem?: string
  /** Environment of an agent's start; empty while nothing listens. */
  readonly environments: readonly {
    readonly protocol: 'http/protobuf' | 'grpc'
    readonly variables: readonly { readonly name: string; readonly value: string }[]
  }[]
  readonly counts: SpanCounts
}

interface SpanService {
  /** `service.name`; empty where the agent sends none. */
  readonly name: string
  readonly spans: number
  readonly failed: number
}

export interface SpanList {
  readonly rows: readonly SpanRow[]
  /** All rows that are not collapsed, including those of exchanges. */
  readonly total: number
  /** Received spans, collapsed or not. */
  readonly spans: number
  readonly failed: number
  /** Of these traces, but not stored: there were too many. */
  readonly dropped: number
  readonly clock: SpanClock
  readonly services: readonly SpanService[]
  /** Empty where no exchange of it names a trace. */
  readonly traceIds: readonly string[]
}

export interface SpanPage extends SpanList, Followed {}

/** Spans of a task by kind; empty where no agent has sent spans. */
export interface SpanLanes extends Followed {
  readonly lanes: readonly SpanLane[]
}

/** A trace that no exchange names. */
export interface UnknownTrace {
  readonly traceId: string
  readonly spans: number
  readonly dropped: number
  readonly services: readonly string[]
  /** Of the first span without a parent here. */
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
  /** Keys of collapsed rows. */
  folded: z.array(z.string().max(maxProtocolIdChars)).max(maxFoldedSpans),
  ...range,
  ...followed,
})

const taskSchema = z.object({ ...ofSession, ...ofTask })

export const spanReceiver = {
  state: oc.output(type<SpanReceiverState>()),
  follow: oc.output(eventIterator(type<SpanReceiverState>())),
  /** Listens, or reports why it can’t; also after each later start of Parley. */
  start: oc.input(spanReceiverSettingsSchema).output(type<SpanReceiverState>()),
  stop: oc.output(type<SpanReceiverState>()),
}

export const spans = {
  /** The exchange with its descendants, then the spans of its trace without a parent here. */
  ofExchange: oc.input(looked.extend({ exchangeId: exchangeIdSchema })).output(type<SpanPage>()),
  /** The same for all exchanges about a task, one after the other. */
  ofTask: oc.input(looked.extend(taskSchema.shape)).output(type<SpanPage>()),
  /** Spans of a task over time: close ones are one bar. */
  lanes: oc.input(taskSchema.extend(followed)).output(type<SpanLanes>()),
  /** A whole trace, with its exchanges. */
  ofTrace: oc.input(looked.extend({ traceId })).output(type<SpanPage>()),
  /** Traces that no exchange names, the newest first. */
  unknown: oc.input(z.object({ ...ofSession, ...range, ...followed })).output(type<UnknownTracePage>()),
  /** Null where it is no longer stored. */
  span: oc.input(z.object({ ...ofSession, traceId, spanId })).output(type<SpanInFull | null>()),
}
