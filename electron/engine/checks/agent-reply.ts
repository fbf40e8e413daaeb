// The result of one call of a test in the terms of A2A 1.0, whatever version the agent has.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import { type DialectId, isOneZero, type Result } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { grpcCodes } from '#shared/a2a/error-codes.ts'
import { isObject, memberOf } from '#shared/a2a/json-kinds.ts'
import type { AgentError, Binding, JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { allEntries } from '#shared/record/all-entries.ts'
import type { Body, Entry, FailureKind } from '#shared/record/entry.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Outcome, WireFailure } from '../wire/wire.ts'

export interface SeenEvent {
  readonly json: JsonValue
  /** Its position in the record. */
  readonly seq: number
}

export interface AgentReply {
  readonly exchangeId: string
  readonly status?: number
  /** With names in lower case. */
  readonly headers: JsonObject
  /** By name, such as NOT_FOUND. */
  readonly grpcStatus?: string
  /** The operation's result, without the envelope of the binding. */
  readonly root?: JsonValue
  readonly error?: AgentError
  /** This version of A2A does not define its errors over this binding. */
  readonly untyped?: true
  readonly events?: readonly SeenEvent[]
  /** The stream was still open after its last event, and we cut it. */
  readonly stillOpen?: boolean
  /** The card, which no interface returns. */
  readonly isCard?: true
  readonly seq?: number
  /** Why it proves nothing about the agent. */
  readonly broken?: { readonly message: string; readonly isLost?: boolean }
}

type Spoken = { readonly dialect: DialectId; readonly binding: Binding }

const ours = agentSideOf('1.0')

/** Called after the exchange has ended, when all of it is recorded. */
export async function replyOf(
  record: SessionRecord,
  exchangeId: string,
  spoken: Spoken,
  outcome: Outcome,
): Promise<AgentReply> {
  const entries = await entriesOf(record, exchangeId)
  const untyped = !isOneZero(spoken.dialect) && spoken.binding !== 'JSONRPC'
  const observed = {
    exchangeId,
    ...headOf(entries),
    ...lastOf(entries),
    ...(untyped && { untyped: true as const }),
  }
  switch (outcome.kind) {
    case 'failure': {
      const events = eventsOf(record, entries, spoken)
      return { ...observed, ...(events.length > 0 && { events }), broken: brokenBy(outcome.failure) }
    }
    case 'stream':
      return { ...observed, ...streamed(eventsOf(record, entries, spoken)) }
    case 'reply':
      return { ...observed, status: outcome.httpStatus, ...replied(outcome, spoken) }
  }
}

/** The connection was lost, by accident or on purpose: a second attempt shows which. */
const lost: ReadonlySet<FailureKind> = new Set(['refused', 'reset', 'idle-closed', 'connect-timeout'])

export function brokenBy({ message, failure }: Pick<WireFailure, 'message' | 'failure'>) {
  return { message, isLost: lost.has(failure) }
}

type Reply = Extract<Outcome, { kind: 'reply' }>

function replied({ decoded, raw }: Reply, spoken: Spoken): Partial<AgentReply> {
  if (decoded.kind === 'error') return { error: decoded.error }
  const root =
    raw === undefined
      ? undefined
      : rootOf(raw, spoken, decoded.kind === 'result' ? decoded.result : undefined)
  return root === undefined ? {} : { root }
}

/** Unchanged for 1.0; other versions are converted to 1.0. */
function rootOf(
  raw: JsonValue,
  { dialect, binding }: Spoken,
  result: Result | undefined,
): JsonValue | undefined {
  if (!isOneZero(dialect)) return result && ours.encodeResult(result)
  if (binding === 'JSONRPC') return isObject(raw) ? memberOf(raw, 'result') : undefined
  const isList = binding === 'GRPC' && result?.kind === 'tasks' && isObject(raw)
  return isList ? { ...emptyList, ...raw } : raw
}

/** gRPC omits empty members. */
const emptyList: JsonObject = { tasks: [], nextPageToken: '' }

function streamed(events: readonly (SeenEvent & { readonly error?: AgentError })[]): Partial<AgentReply> {
  const error = events.find((event) => event.error)?.error
  return { events: events.filter((event) => !event.error), ...defined({ error }) }
}

function eventsOf(
  record: SessionRecord,
  entries: readonly Entry[],
  { dialect, binding }: Spoken,
): readonly (SeenEvent & { readonly error?: AgentError })[] {
  const reader = dialectOf(dialect)
  return entries.flatMap((entry) => {
    if (entry.kind !== 'frame' || entry.data === undefined) return []
    const { seq } = entry
    const raw = jsonIn(textOf(record, entry.data))
    if (raw === undefined) return [{ json: null, seq }]
    const decoded = reader.decodeEvent(binding, raw)
    if (decoded.kind === 'error') return [{ json: raw, seq, error: decoded.error }]
    const inner = binding === 'JSONRPC' && isObject(raw) ? (memberOf(raw, 'result') ?? null) : raw
    if (isOneZero(dialect)) return [{ json: inner, seq }]
    return [{ json: decoded.kind === 'result' ? ours.encodeUpdate(decoded.result) : null, seq }]
  })
}

/** Every value of a stream with its envelope: for steps about the wire itself. */
export function itemsIn(record: SessionRecord, entries: readonly Entry[]): readonly SeenEvent[] {
  return entries.flatMap((entry) =>
    entry.kind === 'frame' && entry.data !== undefined
      ? [{ json: jsonIn(textOf(record, entry.data)) ?? null, seq: entry.seq }]
      : [],
  )
}

export function headOf(entries: readonly Entry[]): Pick<AgentReply, 'status' | 'headers'> {
  const head = entries.findLast((entry) => entry.kind === 'response')
  if (head?.kind !== 'response') return { headers: {} }
  return {
    status: head.status,
    headers: Object.fromEntries(head.headers.map(([name, value]) => [name.toLowerCase(), value])),
  }
}

export function lastOf(entries: readonly Entry[]): Pick<AgentReply, 'seq' | 'grpcStatus'> {
  const last = entries.at(-1)
  const end = entries.findLast((entry) => entry.kind === 'end')
  const grpcStatus = end?.kind === 'end' && end.grpcStatus ? grpcCodes[end.grpcStatus.code] : undefined
  return defined({ seq: last?.seq, grpcStatus })
}

/** Events of one stream that a test reads; the record has all. */
const maxCheckedEntries = 20_000

export async function entriesOf(record: SessionRecord, exchangeId: string): Promise<readonly Entry[]> {
  record.flush()
  const read = allEntries((page) => record.read({ ...page, filter: { exchangeId } }), maxCheckedEntries)
  return Array.fromAsync(read)
}

function textOf(record: SessionRecord, body: Body): string {
  if (body.text !== undefined) return body.text
  if (body.base64 !== undefined) return Buffer.from(body.base64, 'base64').toString()
  const bodyRange = body.hash === undefined ? undefined : record.body(body.hash)
  return bodyRange ? new TextDecoder().decode(bodyRange.bytes) : ''
}
