// Segments: the parts of a message or an artifact as a reader sees them, with the place of their bytes.

import type { Part, TextPart } from '../../a2a/model.ts'
import type { PartOrigin, PartOwner } from '../part-on-wire.ts'
import type { TextPieces } from './text-pieces.ts'

/** The entry that reported something, with its bytes. */
export interface EntryRef {
  readonly exchangeId: string
  readonly seq: number
}

interface PlacedOrigin extends PartOrigin {
  readonly place: EntryRef
}

interface SegmentBase {
  /** Unique in the conversation. */
  readonly key: string
  /** Of its first parts, in order. */
  readonly origins: PlacedOrigin[]
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
  /** How many parts of the same message follow. */
  readonly after?: number
  readonly owner: PartOwner
  readonly place: EntryRef
}
