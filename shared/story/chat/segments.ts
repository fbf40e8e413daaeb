// Joins parts for reading: consecutive text is one segment, any other part a segment by itself. Joined text is kept, so that
// the newest of ten thousand chunks costs the same as the first. The first parts keep their place, which leads to their bytes.

import type { DataPart, Message, Part } from '../../a2a/model.ts'
import { type List, slice } from '../../collections/list.ts'
import { defined } from '../../defined.ts'
import { metadataOwner } from '../part-on-wire.ts'
import type { MessagePiece, MessageView } from '../task-view.ts'
import type { TextPiece } from '../turn-text.ts'
import type { EntryRef, Segment, SegmentSource } from './segment.ts'
import { TextPieces } from './text-pieces.ts'

// Parts of a text that lead to their bytes, the first ones; the console has all.
const maxTracedOrigins = 20

export type SegmentCache = ReturnType<typeof createSegmentCache>

/** Segments of whole messages, created once for each. */
export function createSegmentCache() {
  const byMessage = new WeakMap<Message, Segment[]>()
  return (message: Message, key: string, place: EntryRef): readonly Segment[] => {
    const before = byMessage.get(message)
    if (before) return before
    const segments: Segment[] = []
    joinAll(segments, sourceWith(message, place), key)
    byMessage.set(message, segments)
    return segments
  }
}

/** Segments of content that arrives piece by piece. */
export interface GrowingSegments<Piece> {
  /** The first `count` pieces. The same array, longer, while pieces are only added. */
  read(pieces: List<Piece>, count?: number, generation?: number): readonly Segment[]
}

/** The place of an event of the task. */
type PlaceOf = (event: number) => EntryRef

export function turnSegments(key: string, placeOf: PlaceOf): GrowingSegments<TextPiece> {
  return createGrowingSegments(key, (piece) => sourceWith(piece, placeOf(piece.index)))
}

/** The pieces of a message after its first. */
export function messageSegments({ message, first }: MessageView, key: string): GrowingSegments<MessagePiece> {
  const owner = { kind: 'message', id: message.messageId } as const
  const output = { parts: message.parts, owner, place: entryRefOf(first) }
  return createGrowingSegments(key, ({ parts, place }) => ({ parts, owner, place }), output)
}

export function entryRefOf({ exchangeId, seq }: EntryRef): EntryRef {
  return { exchangeId, seq }
}

function sourceWith(
  { messageId, parts, after = 0 }: Omit<TextPiece, 'index'>,
  place: EntryRef,
): SegmentSource {
  return { parts, after, owner: { kind: 'message', id: messageId }, place }
}

function createGrowingSegments<Piece>(
  key: string,
  toSource: (piece: Piece) => SegmentSource,
  first?: SegmentSource,
): GrowingSegments<Piece> {
  let read = { count: 0, generation: -1 }
  let segments: Segment[] = []
  return {
    read(pieces, count = pieces.length, generation = 0) {
      const goesOn = generation === read.generation && count >= read.count
      if (!goesOn) segments = []
      const ofGeneration = generation === 0 ? key : `${key}.${generation}`
      if (!goesOn && first) joinAll(segments, first, ofGeneration)
      for (const piece of slice(pieces, goesOn ? read.count : 0, count)) {
        joinAll(segments, toSource(piece), ofGeneration)
      }
      read = { count, generation }
      return segments
    },
  }
}

export function joinAll(
  segments: Segment[],
  { parts, after = 0, owner, place }: SegmentSource,
  key: string,
  isShown: (part: Part) => boolean = () => true,
): void {
  const onWire = parts.filter((part) => !isOfMetadata(part)).length + after
  for (const [index, part] of parts.entries()) {
    if (!isShown(part)) continue
    const segment = joined(segments, part, key)
    segment.count += 1
    if (segment.origins.length >= maxTracedOrigins) continue
    // Metadata follows the parts.
    const origin = isOfMetadata(part)
      ? { owner: metadataOwner(part.data), fromEnd: 1 }
      : { owner, fromEnd: onWire - index }
    segment.origins.push({ ...origin, place: entryRefOf(place) })
  }
}

function isOfMetadata(part: Part): part is DataPart {
  return part.kind === 'data' && part.ofMetadata === true
}

/** Adds text to the last segment once that traces enough origins; returns false where parts must be joined one by one. */
export function goOn(segments: readonly Segment[], text: string, count: number): boolean {
  const last = segments.at(-1)
  if (last?.kind !== 'text' || last.origins.length < maxTracedOrigins) return false
  last.pieces.add(text)
  last.count += count
  return true
}

/** The segment that a part continues, or begins. */
function joined(segments: Segment[], part: Part, key: string): Segment {
  const begun = { key: `${key}.${segments.length}`, origins: [], count: 0 }
  if (part.kind !== 'text') {
    const segment = { kind: 'part', part, ...begun } as const
    segments.push(segment)
    return segment
  }
  const last = segments.at(-1)
  const { text, mediaType, filename } = part
  if (last?.kind === 'text' && last.mediaType === mediaType && last.filename === filename) {
    last.pieces.add(text)
    return last
  }
  const pieces = new TextPieces()
  pieces.add(text)
  const named = defined({ mediaType, filename })
  const segment = { kind: 'text', pieces, ...named, ...begun } as const
  segments.push(segment)
  return segment
}
