import type { Finding } from '#shared/a2a/finding.ts'
import type { Update } from '#shared/a2a/model.ts'
import type { StreamEnd } from '#shared/a2a/rules/sequence/observation.ts'
import type { Wrap } from '#shared/record/plain-frame.ts'
import type { CachedDecode, CachedRun } from '#shared/story/decode-cache.ts'
import type { ExchangeFacts } from '../store/record.ts'
import type { WireFailure } from './failure.ts'
import type { FramingFacts } from './framing-facts.ts'
import type { ResponseHead } from './http.ts'

/** The result of decoding an item: its task, and what was wrong with it. */
export interface ItemReading {
  readonly taskId?: string
  readonly exchangeFacts?: ExchangeFacts
  /** The decoded update of an event, and the decoded reply. */
  readonly update?: Update | undefined
  readonly answer?: CachedDecode
  readonly findings?: readonly Finding[]
}

/** Consecutive frames that continue one text. */
export interface Pieces {
  readonly count: number
  /** The text around the data of each frame. */
  readonly wrap: Wrap
  /** The common beginning and end of their data. */
  readonly before: string
  readonly after: string
  /** The varying text between, a line for each. */
  readonly texts: string
  readonly taskId?: string
  readonly cached: CachedRun
}

/** A stream that we ended does not show how the agent would have ended it. */
export function streamEndOf({ failure }: WireFailure): StreamEnd {
  return failure === 'aborted' || failure === 'idle-timeout' ? 'aborted' : 'failed'
}

interface EndSeen {
  /** Of a text stream. */
  readonly framing?: FramingFacts | undefined
  readonly failure?: WireFailure
}

/** Decodes items, each exactly once, before they are recorded. Must not throw. */
export interface ResponseReader {
  head(head: ResponseHead): ItemReading
  item(item: { readonly data: string; readonly event?: string; readonly validUtf8: boolean }): ItemReading
  /** Frames of an event stream, from an index on, that continue one text. */
  pieces(frames: readonly string[], from: number): Pieces | undefined
  body(body: Buffer, head: ResponseHead): ItemReading
  /** The stream is over, or the exchange failed, with or without a head. */
  end(end: StreamEnd, endSeen?: EndSeen): ItemReading
}
