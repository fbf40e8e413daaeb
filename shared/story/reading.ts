// Decodes the raw text of an entry: finds the JSON, picks the dialect and decodes with it. The projections parse nowhere else.
// A body that is stored apart and not available is reported as `not-loaded`.

import { notJson, readTextError } from '../a2a/agent-error.ts'
import type { Decoded, Dialect, DialectId } from '../a2a/dialect.ts'
import type { Binding, Update } from '../a2a/model.ts'
import { createNextEvent, type NextEvent } from '../a2a/next-event.ts'
import { isStreaming } from '../a2a/operation.ts'
import type { PieceForm } from '../a2a/text-hole.ts'
import { parseJson } from '../json/parse-json.ts'
import type { Body, CallFacts, EndEntry, FrameEntry, RequestEntry, WebhookEntry } from '../record/entry.ts'
import { eachOf } from '../record/run.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { type CachedDecode, cachedDecode, cachedRun, decodeOf, type PiecesRead } from './decode-cache.ts'
import { type DialectOf, type Load, type Loaded, type RequestRead, readRequest } from './read-request.ts'

export interface Reading {
  answer(
    entry: FrameEntry | EndEntry | WebhookEntry,
    call: CallFacts | undefined,
    httpStatus: number | undefined,
  ): CachedDecode
  /** `answer` for each frame of a run. */
  lines(run: FrameRun, call: CallFacts | undefined, take: TakeLine): void
  request(entry: RequestEntry): RequestRead
  /** A run whose frames are the next pieces of one text; undefined where they must be decoded one by one. */
  pieces(run: FrameRun, call: CallFacts | undefined): PiecesRead | undefined
}

type TakeLine = (answer: CachedDecode, place: number, at: number, monoMs: number, text: string) => void

interface ReadingOptions {
  readonly dialectOf: DialectOf
  /** The text of a body that is stored apart, if available. */
  readonly bodies?: (hash: string) => string | undefined
}

const nothing = { kind: 'nothing' } as const
const notLoaded = { kind: 'not-loaded' } as const

export function createReading({ dialectOf, bodies }: ReadingOptions): Reading {
  const load = (body: Body | undefined): Loaded => loaded(body, bodies)
  const streams = createStreams(dialectOf)

  return {
    answer(entry, call, httpStatus) {
      const existing = cachedDecode(entry)
      if (existing) return existing
      switch (entry.kind) {
        case 'frame':
          return readFrame(entry, call, load, streams)
        case 'end':
          return readEnd(entry, call, httpStatus, load, dialectOf)
        case 'webhook':
          return readWebhook(entry, load, dialectOf)
      }
    },
    lines(run, call, take) {
      const stream = streams(call)
      const updates = cachedRun(run)?.updates
      const read = (text: string) => (stream ? readEvent(run.before + text + run.after, stream) : nothing)
      eachOf(run, (text, place, at, monoMs) => {
        const update = updates?.[place]
        take(update ? decodeOf(update) : read(text), place, at, monoMs, text)
      })
    },
    pieces(run, call) {
      const reported = cachedRun(run)
      if (reported) return reported.pieces
      const cachedChunk = streams(call)?.events.cached()
      const texts = cachedChunk && textsIn(run, cachedChunk.form)
      return texts && { like: cachedChunk.update, texts }
    },
    request: (entry) => readRequest(entry, load, dialectOf),
  }
}

function loaded(body: Body | undefined, bodies: ReadingOptions['bodies']): Loaded {
  if (!body || body.sizeBytes === 0) return nothing
  const text = body.text ?? (body.hash === undefined ? undefined : bodies?.(body.hash))
  if (text !== undefined) return parsed(text, body.truncated === true)
  if (body.base64 !== undefined) return { kind: 'unreadable', reason: 'The body is not UTF-8 text.' }
  return notLoaded
}

function parsed(text: string, truncated: boolean): Loaded {
  if (text.trim() === '') return nothing
  try {
    return { kind: 'json', raw: parseJson(text) }
  } catch {
    if (truncated) return { kind: 'unreadable', reason: 'The body was longer than what is kept of it.' }
    return { kind: 'unreadable', reason: notJson(text), text }
  }
}

/** The texts of a run's frames; undefined where a frame must be decoded in full, as one with an empty text. */
function textsIn(
  { before, after, texts, count }: FrameRun,
  { head, tail, textOf }: PieceForm,
): readonly string[] | undefined {
  const tailFrom = after.length - tail.length
  if (tailFrom < 0 || before.slice(0, head.length) !== head || after.slice(tailFrom) !== tail)
    return undefined
  // The beginning and end that all frames share may include a part of their texts.
  const [first, last] = [before.slice(head.length), after.slice(0, tailFrom)]
  const lines = texts.split('\n')
  if (lines.length !== count) return undefined
  const chunkTexts: string[] = []
  for (const line of lines) {
    const text = textOf(first + line + last)
    if (text === undefined || text === '') return undefined
    chunkTexts.push(text)
  }
  return chunkTexts
}

/** The dialect of a stream, and a decoder that reuses the last event. */
interface Stream {
  readonly dialect: Dialect
  readonly binding: Binding
  readonly events: NextEvent<undefined>
}
type StreamOf = (call: CallFacts | undefined) => Stream | undefined

/** Cached by the facts of the call, which are one object for all entries of an exchange. */
function createStreams(dialectOf: DialectOf): StreamOf {
  const streams = new WeakMap<CallFacts, Stream>()
  return (call) => {
    const existing = call && streams.get(call)
    if (existing) return existing
    const dialect = call?.dialect && dialectOf(call.dialect)
    if (!call || !dialect) return undefined
    const { binding = 'JSONRPC' } = call
    const events = createNextEvent<undefined>((data) => {
      const content = parsed(data, false)
      const decoded = content.kind === 'json' ? dialect.decodeEvent(binding, content.raw) : content
      return decoded.kind === 'result' ? decoded.result : undefined
    })
    const stream = { dialect, binding, events }
    streams.set(call, stream)
    return stream
  }
}

function readFrame(
  entry: FrameEntry,
  call: CallFacts | undefined,
  load: Load,
  streamOf: StreamOf,
): CachedDecode {
  if (entry.framing === 'sse-comment') return nothing
  const stream = streamOf(call)
  if (!call || !stream) return nothing
  const body = entry.data ?? entry.raw
  // A unary gRPC reply is a message on the wire, too, but not an event.
  const isReply = entry.framing === 'grpc' && call.operation && !isStreaming(call.operation)
  if (body.text !== undefined && !isReply) return readEvent(body.text, stream, body.truncated)
  const { dialect, binding } = stream
  const content = load(body)
  if (content.kind !== 'json') return content
  return isReply
    ? dialect.decodeReply(call.operation, binding, content.raw)
    : asResult(dialect.decodeEvent(binding, content.raw))
}

function readEvent(data: string, { dialect, binding, events }: Stream, truncated = false): CachedDecode {
  const eventRead = events.read(data)
  if (eventRead) return decodeOf(eventRead.update)
  const content = parsed(data, truncated)
  if (content.kind !== 'json') return content
  const decoded = dialect.decodeEvent(binding, content.raw)
  if (decoded.kind === 'result') events.remember(data, decoded.result, undefined)
  return asResult(decoded)
}

function readEnd(
  { body }: EndEntry,
  call: CallFacts | undefined,
  httpStatus: number | undefined,
  load: Load,
  dialectOf: DialectOf,
): CachedDecode {
  const dialect = call?.dialect && dialectOf(call.dialect)
  if (!call?.operation || !dialect) return nothing
  const content = load(body)
  const failed = httpStatus !== undefined && httpStatus >= 400
  if (failed && content.kind === 'unreadable' && content.text !== undefined) {
    return { kind: 'error', error: readTextError(content.text, httpStatus) }
  }
  if (content.kind !== 'json') return content
  return dialect.decodeReply(call.operation, call.binding ?? 'JSONRPC', content.raw, httpStatus)
}

/** A sender names no version: where the receiver could not detect it, the newer shape is tried first. */
const webhookDialects: readonly DialectId[] = ['1.0', '0.3']

function readWebhook({ body, dialect: id }: WebhookEntry, load: Load, dialectOf: DialectOf): CachedDecode {
  const content = load(body)
  if (content.kind !== 'json') return content
  let answer: CachedDecode = nothing
  for (const candidate of id ? [id] : webhookDialects) {
    const dialect = dialectOf(candidate)
    if (!dialect) continue
    answer = asResult(dialect.decodeWebhook(content.raw))
    if (answer.kind !== 'unreadable') return answer
  }
  return answer
}

function asResult(decoded: Decoded<Update>): CachedDecode {
  return decoded.kind === 'result' ? decodeOf(decoded.result) : decoded
}
