// Parts as they are read: text in a row is one text, everything else stands by itself. What has been joined is kept, so that an
// artifact of ten thousand chunks costs its newest one. Each part remembers where it came from, which is the way to its bytes.

import type { Message, Part, TextPart } from '#shared/a2a/model.ts'
import { type List, slice } from '#shared/collections/list.ts'
import type { PartOrigin, PartOwner } from '#shared/story/part-on-wire.ts'
import type { SaidPiece } from '#shared/story/sayings.ts'
import type { ArtifactFact, MessagePiece, MessageView } from '#shared/story/task-view.ts'
import type { WayToBytes } from './row.ts'
import { createTextPieces, type TextPieces } from './text-pieces.ts'

/** Where a part came from; without either, wherever its message was said. */
export interface SaidAt extends PartOrigin {
  /** The event of its task. */
  readonly event?: number
  readonly place?: WayToBytes
}

interface SegmentFacts {
  /** Unique in the conversation. */
  readonly key: string
  /** Of each part, in their order. */
  readonly origins: readonly SaidAt[]
  /** What came before it was not read: it is not joined to what stands there. */
  readonly afterGap?: true
}

export interface TextSegment extends SegmentFacts {
  readonly kind: 'text'
  readonly mediaType?: string
  readonly filename?: string
  readonly pieces: TextPieces
  /** As they came. */
  readonly parts: TextPart[]
  readonly origins: SaidAt[]
}

export interface PartSegment extends SegmentFacts {
  readonly kind: 'part'
  readonly part: Exclude<Part, TextPart>
}

export type Segment = TextSegment | PartSegment

/** `event`: the one of its task that the message came with. */
export function segmentsOf(message: Message, key: string, event?: number): readonly Segment[] {
  const segments: Segment[] = []
  joinAll(segments, saidWith(message, event), key)
  return segments
}

/** Something that is said piece by piece. */
export interface GrowingSegments<Piece> {
  /** The first `count` of the pieces. The same array, longer, while they only grow. */
  read(pieces: List<Piece>, count?: number, generation?: number): readonly Segment[]
}

export function artifactSegments(key: string): GrowingSegments<ArtifactFact> {
  return createGrowingSegments(key, ({ parts, artifactId, index, marks }) => ({
    parts,
    owner: { kind: 'artifact', id: artifactId },
    at: { event: index },
    isBehindGap: marks?.includes('after-gap') === true,
  }))
}

export function sayingSegments(key: string): GrowingSegments<SaidPiece> {
  return createGrowingSegments(key, (piece) => saidWith(piece, piece.index))
}

/** Of what came of a message after its first piece. */
export function messageSegments(view: MessageView, key: string): GrowingSegments<MessagePiece> {
  const { message, first } = view
  const owner = { kind: 'message', id: message.messageId } as const
  return createGrowingSegments(key, ({ parts, place }) => ({ parts, owner, at: { place } }), {
    parts: message.parts,
    owner,
    at: { place: first },
  })
}

interface Said {
  readonly parts: readonly Part[]
  readonly owner: PartOwner
  readonly at: Pick<SaidAt, 'event' | 'place'>
  readonly isBehindGap?: boolean
}

function saidWith({ messageId, parts }: Pick<Message, 'messageId' | 'parts'>, event?: number): Said {
  return { parts, owner: { kind: 'message', id: messageId }, at: event === undefined ? {} : { event } }
}

function createGrowingSegments<Piece>(
  key: string,
  saidOf: (piece: Piece) => Said,
  first?: Said,
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
        joinAll(segments, saidOf(piece), ofGeneration)
      }
      read = { count, generation }
      return segments
    },
  }
}

function joinAll(segments: Segment[], { parts, owner, at, isBehindGap = false }: Said, key: string): void {
  for (const [index, part] of parts.entries()) {
    join(segments, part, key, { owner, fromEnd: parts.length - index, ...at }, isBehindGap && index === 0)
  }
}

function join(segments: Segment[], part: Part, key: string, origin: SaidAt, isBehindGap: boolean): void {
  const facts = {
    key: `${key}.${segments.length}`,
    origins: [origin],
    ...(isBehindGap && { afterGap: true as const }),
  }
  if (part.kind !== 'text') {
    segments.push({ kind: 'part', part, ...facts })
    return
  }
  const last = segments.at(-1)
  const { text, mediaType, filename } = part
  if (!isBehindGap && last?.kind === 'text' && last.mediaType === mediaType && last.filename === filename) {
    last.pieces.add(text)
    last.parts.push(part)
    last.origins.push(origin)
    return
  }
  const pieces = createTextPieces()
  pieces.add(text)
  const named = { ...(mediaType !== undefined && { mediaType }), ...(filename !== undefined && { filename }) }
  segments.push({ kind: 'text', pieces, parts: [part], ...named, ...facts })
}
