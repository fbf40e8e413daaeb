// Parts as they are read: text in a row is one text, everything else stands by itself. What has been joined is kept, so that an
// artifact of ten thousand chunks costs its newest one. Each part remembers where it came from, which is the way to its bytes.

import type { Message, Part, TextPart } from '#shared/a2a/model.ts'
import { slice } from '#shared/collections/list.ts'
import type { PartOrigin, PartOwner } from '#shared/story/part-on-wire.ts'
import type { ArtifactFact, ArtifactView } from '#shared/story/task-view.ts'
import { createTextPieces, type TextPieces } from './text-pieces.ts'

/** Where a part came from. */
export interface SaidAt extends PartOrigin {
  /** The event of its task; without it, wherever its message was said. */
  readonly event?: number
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
  joinAll(segments, message.parts, key, { kind: 'message', id: message.messageId }, event)
  return segments
}

export interface ArtifactSegments {
  /** The same array, longer, while the artifact only grows. */
  read(view: Pick<ArtifactView, 'chunks' | 'generation'>): readonly Segment[]
}

export function createArtifactSegments(key: string): ArtifactSegments {
  let generation = -1
  let read = 0
  let segments: Segment[] = []
  return {
    read({ chunks, generation: current }) {
      if (current !== generation || chunks.length < read) {
        segments = []
        read = 0
      }
      for (const fact of slice(chunks, read)) addFact(segments, fact, `${key}.${current}`)
      generation = current
      read = chunks.length
      return segments
    },
  }
}

function addFact(segments: Segment[], { parts, artifactId, index, marks }: ArtifactFact, key: string): void {
  const isBehindGap = marks?.includes('after-gap') === true
  joinAll(segments, parts, key, { kind: 'artifact', id: artifactId }, index, isBehindGap)
}

function joinAll(
  segments: Segment[],
  parts: readonly Part[],
  key: string,
  owner: PartOwner,
  event: number | undefined,
  isBehindGap = false,
): void {
  for (const [index, part] of parts.entries()) {
    const said = { owner, fromEnd: parts.length - index, ...(event !== undefined && { event }) }
    join(segments, part, key, said, isBehindGap && index === 0)
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
