// What a reader sees of a message's or an artifact's parts: segments, with the way back to their bytes.

import type { Part, TextPart } from '../../a2a/model.ts'
import type { PartOrigin, PartOwner } from '../part-on-wire.ts'
import type { TextPieces } from './text-pieces.ts'

/** Where something was said: the way to its bytes. */
export interface WayToBytes {
  readonly exchangeId: string
  readonly seq: number
}

interface PlacedOrigin extends PartOrigin {
  readonly place: WayToBytes
}

interface SegmentBase {
  /** Unique in the conversation. */
  readonly key: string
  /** Of its first parts, in their order. */
  readonly origins: PlacedOrigin[]
  /** How many parts it has. */
  count: number
}

export interface TextSegment extends SegmentBase {
  readonly kind: 'text'
  readonly mediaType?: string
  readonly filename?: string
  readonly pieces: TextPieces
}

export interface PartSegment extends SegmentBase {
  readonly kind: 'part'
  readonly part: Exclude<Part, TextPart>
}

export type Segment = TextSegment | PartSegment

export interface SegmentSource {
  readonly parts: readonly Part[]
  /** So many parts of the same come behind them. */
  readonly after?: number
  readonly owner: PartOwner
  readonly place: WayToBytes
}
