import type { Finding } from '#shared/a2a/finding.ts'
import type { Update } from '#shared/a2a/model.ts'
import type { Wrap } from '#shared/record/plain-frame.ts'
import type { Answer, CachedRun } from '#shared/story/decode-cache.ts'
import type { ExchangeFacts } from '../store/record.ts'
import type { WireFailure } from './failure.ts'
import type { FramingFacts } from './framing-facts.ts'
import type { ResponseHead } from './http.ts'

/** What decoding an item told: the task it is about, and what was wrong with it. */
export interface ItemReading {
  readonly taskId?: string
  readonly exchangeFacts?: ExchangeFacts
  /** What it says: of an event, and of a reply. */
  readonly update?: Update | undefined
  readonly answer?: Answer
  readonly findings?: readonly Finding[]
}

/** Frames that follow each other and are the next pieces of one text. */
export interface Pieces {
  readonly count: number
  /** What stands around the data of each. */
  readonly wrap: Wrap
  /** What the data of each begins with, and ends with. */
  readonly before: string
  readonly after: string
  /** What stands between, a line each. */
  readonly texts: string
  readonly taskId?: string
  readonly cached: CachedRun
}

export type RecordedStreamEnd = 'closed-by-agent' | 'failed' | 'aborted'

/** A stream that we ended ourselves reports nothing about how the agent would have. */
export function streamEndOf({ failure }: WireFailure): RecordedStreamEnd {
  return failure === 'aborted' || failure === 'idle-timeout' ? 'aborted' : 'failed'
}

interface EndSeen {
  /** Of a text stream. */
  readonly framing?: FramingFacts | undefined
  readonly failure?: WireFailure
}

/** Reads items for their meaning, each exactly once, before it is recorded. Must not throw. */
export interface AnswerReader {
  head(head: ResponseHead): ItemReading
  item(item: { readonly data: string; readonly event?: string; readonly validUtf8: boolean }): ItemReading
  /** Of frames of an event stream, from one on, those that are the next pieces of one text. */
  pieces(frames: readonly string[], from: number): Pieces | undefined
  body(body: Buffer, head: ResponseHead): ItemReading
  /** The stream is over, or the exchange has failed, with its head or before it. */
  end(end: RecordedStreamEnd, endSeen?: EndSeen): ItemReading
}
