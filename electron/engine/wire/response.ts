// The body of one response as it arrives: decides whether it is an event stream, NDJSON or one body, and decodes its
// content encoding. Its meaning is left to `reader`.

import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { mediaTypeOf } from '#shared/media-type.ts'
import { keepBytes } from '../platform/files.ts'
import { guarded } from '../platform/guarded.ts'
import type { Exchange } from './exchange.ts'
import { brokenInside, frameTooLarge, tooLarge, undecodable, type WireFailure } from './failure.ts'
import type { HttpEnd, ResponseHead } from './http.ts'
import { streamEndOf } from './item-reading.ts'
import type { ConnectionProfile } from './profile.ts'
import type { ItemReader } from './reading.ts'
import { looksLikeSse } from './sse.ts'
import { createStreamFrames } from './stream-frames.ts'
import type { Flow } from './stream-pieces.ts'

export type ResponseOutcome =
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

export interface ResponseOptions {
  /** Of the response, after redirects. */
  readonly url: string
  readonly exchange: Exchange
  readonly profile: ConnectionProfile
  readonly reader: ItemReader
  /** A stream was requested, so bytes of an unknown type may be one. */
  readonly streaming: boolean
  readonly stop: (failure: WireFailure) => void
  readonly done: (outcome: ResponseOutcome) => void
}

export interface ResponseSink {
  readonly isStream: boolean
  chunk(bytes: Buffer, flow: Flow): void
  end(end: HttpEnd): void
  fail(failure: WireFailure): void
}

type Mode = 'sse' | 'ndjson' | 'body' | 'sniff'

export function openResponse(head: ResponseHead, options: ResponseOptions): ResponseSink {
  const { exchange, profile, reader, done } = options
  const mode = modeOf(head, options.streaming)
  let isDecided = mode !== 'sniff'
  let frames = mode === 'sse' || mode === 'ndjson' ? createStreamFrames(mode, options) : undefined
  let over = false
  const body = keepBytes(profile.maxBodyBytes)

  exchange.response(head, reader.head(head))

  const finish = (outcome: ResponseOutcome) => {
    if (over) return
    over = true
    packing.destroy()
    done(outcome)
  }
  const fail = (failure: WireFailure) => {
    if (over) return
    const leftover = frames?.leftover()
    const end = streamEndOf(failure)
    try {
      exchange.fail(
        failure,
        {
          ...(frames ? {} : { body: body.kept() }),
          ...packing.kept(),
          ...(leftover && { leftover: leftover.subarray(0, profile.maxFrameBytes) }),
        },
        reader.end(end, { framing: leftover && frames?.facts(leftover), failure }),
      )
    } finally {
      finish({ kind: 'failure', failure, head, items: frames?.items() ?? 0 })
    }
  }
  /** Also closes the connection, which reports the failure to `fail`. */
  const giveUp = (failure: WireFailure) => {
    if (over) return
    options.stop(failure)
    // The connection may have ended before all bytes were decoded; then nothing else reports the failure.
    fail(failure)
  }

  const consume = (bytes: Buffer) => {
    if (over) return
    if (frames !== undefined) return cut(bytes)
    const fits = body.add(bytes)
    if (!isDecided && body.seenBytes() >= sniffBytes) decide()
    if (frames === undefined && !fits) giveUp(tooLarge(profile.maxBodyBytes))
  }
  const cut = (bytes: Buffer) => {
    if (!frames?.push(bytes)) giveUp(frameTooLarge(profile.maxFrameBytes))
  }
  const decide = () => {
    isDecided = true
    const start = body.bytes()
    if (!looksLikeSse(start)) return
    frames = createStreamFrames('sse', options)
    body.clear()
    cut(start)
  }
  const packing = unpack(head, options, mode === 'body' ? profile.maxBodyBytes : maxPackedStreamBytes, {
    consume,
    giveUp,
  })

  const complete = (end: HttpEnd) => {
    if (over) return
    if (!isDecided) decide()
    if (frames !== undefined) {
      const leftover = frames.end()
      const reading = reader.end('closed-by-agent', { framing: frames.facts(leftover) })
      exchange.end({ ...end, ...packing.kept(), leftover }, reading)
      return finish({ kind: 'stream', head, items: frames.items(), unfinished: leftover.length > 0 })
    }
    const rest = body.kept()
    const reading = reader.body(rest.bytes, head)
    exchange.end({ ...end, body: rest, ...packing.kept() }, reading)
    finish({ kind: 'body', head, body: rest.bytes, url: options.url })
  }

  return {
    get isStream() {
      return frames !== undefined
    },
    chunk(bytes, flow) {
      if (over) return
      exchange.received(bytes.length)
      packing.chunk(bytes, flow)
    },
    end: (end) => packing.finish(() => complete(end)),
    fail,
  }
}

const sniffBytes = 8
/** Of a compressed stream in its encoded form; the decoded one is recorded whole. */
const maxPackedStreamBytes = 4 * 1024 * 1024

/** Passes the decoded bytes on, and retains the encoded ones up to a bound. */
function unpack(
  head: ResponseHead,
  { exchange }: Pick<ResponseOptions, 'exchange'>,
  maxBytes: number,
  { consume, giveUp }: { consume(bytes: Buffer): void; giveUp(failure: WireFailure): void },
) {
  const encoding = headerOf(head, 'content-encoding')
  const encoded = keepBytes(maxBytes)
  let heldBack: Flow | undefined
  let whenDecoded: (() => void) | undefined
  const decoding = createDecoding(encoding, {
    onData: consume,
    onDrain: () => heldBack?.resume(),
    onEnd: () => whenDecoded?.(),
    onError: (error) => giveUp(undecodable(encoding, error)),
    onBroken: (error) => giveUp(brokenInside(error)),
  })
  if (decoding === undefined || 'unknown' in decoding) {
    if (decoding)
      exchange.note(
        `The content encoding ${decoding.unknown} is not known here: the body is shown as it came.`,
      )
    return {
      kept: () => ({}),
      chunk: consume,
      finish: (done: () => void) => done(),
      destroy: () => undefined,
    }
  }
  return {
    kept: () => ({ encodedBody: encoded.kept() }),
    chunk(bytes: Buffer, flow: Flow) {
      encoded.add(bytes)
      if (decoding.write(bytes)) return
      heldBack = flow
      flow.pause()
    },
    finish(done: () => void) {
      whenDecoded = done
      decoding.end()
    },
    destroy: decoding.destroy,
  }
}

function modeOf(head: ResponseHead, streaming: boolean): Mode {
  const type = mediaTypeOf(headerOf(head, 'content-type'))
  if (type === 'text/event-stream') return 'sse'
  if (/ndjson|jsonl|json-lines|json-seq/.test(type)) return 'ndjson'
  // Some agents send a stream as JSON, which its first characters show.
  if (streaming && type !== 'text/html') return 'sniff'
  return 'body'
}

function headerOf(head: ResponseHead, name: string): string | undefined {
  const values = head.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

// Decodes a Content-Encoding as bytes arrive, up to a bound: a few KB of gzip can expand to gigabytes.

interface Decoding {
  /** False while the decoder is behind. */
  write(chunk: Buffer): boolean
  end(): void
  destroy(): void
}

interface DecodingHandlers {
  onData(bytes: Buffer): void
  onDrain(): void
  onEnd(): void
  onError(error: Error): void
  /** A handler threw. */
  onBroken(error: unknown): void
}

/** Undefined for `identity`; `unknown` names an unsupported encoding. */
function createDecoding(
  contentEncoding: string | undefined,
  handlers: DecodingHandlers,
): Decoding | { readonly unknown: string } | undefined {
  const names = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length === 0) return undefined
  const [name = '', second] = names
  const transform = second === undefined ? decoderOf(name) : undefined
  if (transform === undefined) return { unknown: names.join(', ') }
  transform.on('data', guarded('unpacked bytes', handlers.onData, handlers.onBroken))
  transform.on('drain', guarded('unpacking continues', handlers.onDrain, handlers.onBroken))
  transform.on('end', guarded('unpacking end', handlers.onEnd, handlers.onBroken))
  transform.on('error', guarded('unpacking error', handlers.onError, handlers.onBroken))
  return {
    write: (chunk) => transform.write(chunk),
    end: () => transform.end(),
    destroy: () => transform.destroy(),
  }
}

function decoderOf(name: string): Transform | undefined {
  // Every write is flushed, so that no event waits for a full block.
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH })
    case 'deflate':
      return createInflate({ flush: constants.Z_SYNC_FLUSH })
    case 'br':
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return createZstdDecompress({ flush: constants.ZSTD_e_flush })
    default:
      return undefined
  }
}
