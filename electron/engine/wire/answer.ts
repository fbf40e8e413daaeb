// The body of one answer as it arrives: decides what it is (event stream, NDJSON, or one body), undoes its content
// encoding, cuts it into frames, and puts each into the record. It never looks at what a frame says; `reader` does.

import { createDecoding, type Decoding } from './content-decoding.ts'
import type { Exchange } from './exchange.ts'
import { brokenInside, frameTooLarge, tooLarge, undecodable, type WireFailure } from './failure.ts'
import { createNdjsonFramer, type Framer, type RawFrame, rawFrame, readLine } from './framer.ts'
import { createFramingCount, type FramingFacts } from './framing-facts.ts'
import type { Flow, HttpEnd, ResponseHead } from './http.ts'
import type { AnswerReader } from './item-reading.ts'
import { createLines, type Lines } from './lines.ts'
import { fewestPieces } from './pieces.ts'
import type { ConnectionProfile } from './profile.ts'
import { createSseFramer, looksLikeSse, oneLineOf, readSseFields } from './sse.ts'

export type Answered =
  | { readonly kind: 'body'; readonly head: ResponseHead; readonly body: Buffer; readonly url: string }
  | {
      readonly kind: 'stream'
      readonly head: ResponseHead
      readonly items: number
      readonly unfinished: boolean
    }
  | {
      readonly kind: 'failure'
      readonly failure: WireFailure
      readonly head?: ResponseHead
      readonly items: number
    }

export interface AnswerOptions {
  /** Where the answer comes from, redirects included. */
  readonly url: string
  readonly exchange: Exchange
  readonly profile: ConnectionProfile
  readonly reader: AnswerReader
  /** The caller asked for a stream, so bytes of an unknown type may be one. */
  readonly streaming: boolean
  readonly stop: (failure: WireFailure) => void
  readonly done: (answered: Answered) => void
}

export interface AnswerTaker {
  readonly isStream: boolean
  chunk(bytes: Buffer, flow: Flow): void
  end(end: HttpEnd): void
  fail(failure: WireFailure): void
}

type Mode = 'sse' | 'ndjson' | 'body' | 'sniff'

export function openAnswer(head: ResponseHead, options: AnswerOptions): AnswerTaker {
  const { exchange, profile, reader } = options
  let mode = modeOf(head, options.streaming)
  let framer = framerOf(mode, profile)
  let items = 0
  let over = false
  const body = createBounded(profile.maxBodyBytes)
  const encoded = createBounded(mode === 'body' ? profile.maxBodyBytes : maxPackedStreamBytes)
  const count = createFramingCount()
  let heldBack: Flow | undefined
  let whenDecoded: (() => void) | undefined

  exchange.response(head, reader.head(head))

  const framing = (leftoverBytes: number): FramingFacts | undefined =>
    framer === undefined
      ? undefined
      : count.facts(mode === 'ndjson' ? 'json-lines' : 'event-stream', leftoverBytes)
  const packed = () => (isDecoding(decoding) ? { encodedBody: encoded.kept() } : {})
  const finish = (answered: Answered) => {
    if (over) return
    over = true
    if (isDecoding(decoding)) decoding.destroy()
    options.done(answered)
  }
  const fail = (failure: WireFailure) => {
    if (over) return
    const leftover = framer?.end().leftover
    const end = failure.failure === 'aborted' ? 'aborted' : 'failed'
    try {
      exchange.fail(
        failure,
        {
          ...(mode === 'body' || mode === 'sniff' ? { body: body.kept() } : {}),
          ...packed(),
          ...(leftover === undefined ? {} : { leftover: leftover.subarray(0, profile.maxFrameBytes) }),
        },
        reader.end(end, framing(leftover?.length ?? 0)),
      )
    } finally {
      finish({ kind: 'failure', failure, head, items })
    }
  }
  /** Ends the connection too; the failure comes back through `fail`. */
  const giveUp = (failure: WireFailure) => {
    if (over) return
    options.stop(failure)
    // The connection may have ended before its bytes were unpacked; then nobody else reports it.
    fail(failure)
  }

  const record = (frame: RawFrame) => {
    const validUtf8 = frame.text !== undefined
    count.frame(frame)
    if (mode === 'ndjson') {
      const data = readLine(frame)
      if (data === undefined) return
      items += 1
      exchange.frame(frame, { framing: 'ndjson', data }, reader.item({ data, validUtf8 }))
      return
    }
    const fields = readSseFields(frame)
    if (fields.data === undefined) {
      count.comment()
      exchange.frame(frame, { framing: 'sse-comment', ...fields }, {})
      return
    }
    items += 1
    const { data, event } = fields
    const reading = reader.item(event === undefined ? { data, validUtf8 } : { data, validUtf8, event })
    exchange.frame(frame, { ...fields, framing: 'sse' }, reading)
  }

  const consume = (bytes: Buffer) => {
    if (over) return
    if (framer !== undefined) return cut(bytes)
    const fits = body.add(bytes)
    if (mode === 'sniff' && body.sizeBytes >= sniffBytes) decide()
    if (framer === undefined && !fits) giveUp(tooLarge(profile.maxBodyBytes))
  }
  const cut = (bytes: Buffer) => {
    const found = framer?.push(bytes)
    if (found === undefined) return giveUp(frameTooLarge(profile.maxFrameBytes))
    const { frames, texts, whole } = found
    exchange.arrived()
    for (const frame of frames) record(frame)
    const together = () => recordTogether(texts)
    if (mode === 'sse' && texts.length >= fewestPieces && exchange.ifHarmless(whole, together)) return
    for (const text of texts) record({ text })
  }
  /** Of one chunk, with nothing to mask. */
  const recordTogether = (texts: readonly string[]) => {
    const lines = createLines(exchange)
    try {
      for (let from = 0; from < texts.length; ) {
        from += recordPieces(texts, from, lines) || recordLine(texts[from] ?? '', lines)
      }
    } finally {
      lines.flush()
    }
  }
  /** How many frames from this one on are pieces of one text. */
  const recordPieces = (texts: readonly string[], from: number, lines: Lines): number => {
    const pieces = reader.pieces(texts, from)
    if (pieces === undefined) return 0
    count.frame({ text: texts[from] ?? '' })
    items += pieces.count
    lines.flush()
    exchange.run(pieces)
    return pieces.count
  }
  const recordLine = (text: string, lines: Lines): number => {
    const line = oneLineOf(text)
    if (line === undefined) {
      lines.flush()
      record({ text })
      return 1
    }
    count.frame({ text })
    items += 1
    lines.add(text, line, reader.item({ data: line.data, validUtf8: true }))
    return 1
  }
  const decide = () => {
    const start = body.kept().bytes
    mode = looksLikeSse(start) ? 'sse' : 'body'
    framer = framerOf(mode, profile)
    if (framer === undefined) return
    body.clear()
    cut(start)
  }

  const decoding = createDecoding(headerOf(head, 'content-encoding'), {
    onData: consume,
    onDrain: () => heldBack?.resume(),
    onEnd: () => whenDecoded?.(),
    onError: (error) => giveUp(undecodable(headerOf(head, 'content-encoding'), error)),
    onBroken: (error) => giveUp(brokenInside(error)),
  })
  if (decoding !== undefined && !isDecoding(decoding)) {
    exchange.note(`The content encoding ${decoding.unknown} is not known here: the body is shown as it came.`)
  }

  const complete = (end: HttpEnd) => {
    if (over) return
    if (mode === 'sniff') decide()
    if (framer !== undefined) {
      const rest = framer.end()
      for (const frame of rest.frames) record(frame)
      const unfinished = finishLast(rest.leftover)
      const reading = reader.end('closed-by-agent', framing(unfinished.length))
      exchange.end({ ...end, ...packed(), leftover: unfinished }, reading)
      return finish({ kind: 'stream', head, items, unfinished: unfinished.length > 0 })
    }
    const kept = body.kept()
    const reading = reader.body(kept.bytes, head)
    exchange.end({ ...end, body: kept, ...packed() }, reading)
    finish({ kind: 'body', head, body: kept.bytes, url: options.url })
  }

  /** A last NDJSON line needs no line feed; anything else unfinished is left over. */
  const finishLast = (leftover: Buffer): Buffer => {
    if (mode !== 'ndjson' || leftover.length === 0) return leftover
    record(rawFrame(leftover))
    return Buffer.alloc(0)
  }

  return {
    get isStream() {
      return mode === 'sse' || mode === 'ndjson'
    },
    chunk(bytes, flow) {
      if (over) return
      exchange.received(bytes.length)
      if (!isDecoding(decoding)) return consume(bytes)
      encoded.add(bytes)
      if (decoding.write(bytes)) return
      heldBack = flow
      flow.pause()
    },
    end(end) {
      if (!isDecoding(decoding)) return complete(end)
      whenDecoded = () => complete(end)
      decoding.end()
    },
    fail,
  }
}

const sniffBytes = 8
/** Of a compressed stream kept as it crossed; what was unpacked is on the record whole. */
const maxPackedStreamBytes = 4 * 1024 * 1024

function modeOf(head: ResponseHead, streaming: boolean): Mode {
  const type = headerOf(head, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'text/event-stream') return 'sse'
  if (/ndjson|jsonl|json-lines|json-seq/.test(type)) return 'ndjson'
  // Some send a stream as JSON, which its first characters give away.
  if (streaming && type !== 'text/html') return 'sniff'
  return 'body'
}

function framerOf(mode: Mode, profile: ConnectionProfile): Framer | undefined {
  if (mode === 'sse') return createSseFramer(profile.maxFrameBytes)
  if (mode === 'ndjson') return createNdjsonFramer(profile.maxFrameBytes)
  return undefined
}

function headerOf(head: ResponseHead, name: string): string | undefined {
  const values = head.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

function isDecoding(decoding: ReturnType<typeof createDecoding>): decoding is Decoding {
  return decoding !== undefined && 'write' in decoding
}

/** Bytes up to a bound, and how many there were. */
function createBounded(maxBytes: number) {
  let parts: Buffer[] = []
  let keptBytes = 0
  let sizeBytes = 0
  return {
    get sizeBytes() {
      return sizeBytes
    },
    /** False once the bound is passed. */
    add(bytes: Buffer): boolean {
      sizeBytes += bytes.length
      const room = maxBytes - keptBytes
      if (room > 0) {
        parts.push(bytes.length > room ? bytes.subarray(0, room) : bytes)
        keptBytes += Math.min(room, bytes.length)
      }
      return sizeBytes <= maxBytes
    },
    kept() {
      const bytes = Buffer.concat(parts)
      parts = [bytes]
      return { bytes, seenBytes: sizeBytes }
    },
    clear() {
      parts = []
      keptBytes = 0
      sizeBytes = 0
    },
  }
}
