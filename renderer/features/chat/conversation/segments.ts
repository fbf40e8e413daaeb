// Parts as they are read: text in a row is one text, everything else stands by itself. What has been joined is kept, so that an
// artifact of ten thousand chunks costs its newest one.

import type { Message, Part, TextPart } from '#shared/a2a/model.ts'
import { slice } from '#shared/record/list.ts'
import type { ArtifactFact, ArtifactView } from '#shared/record/task-view.ts'
import { createTextPieces, type TextPieces } from './text-pieces.ts'

interface SegmentFacts {
  /** Unique in the conversation. */
  readonly key: string
  /** In an artifact: the event of its task that began it. */
  readonly event?: number
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
}

export interface PartSegment extends SegmentFacts {
  readonly kind: 'part'
  readonly part: Exclude<Part, TextPart>
}

export type Segment = TextSegment | PartSegment

export function segmentsOf(message: Message, key: string): readonly Segment[] {
  const segments: Segment[] = []
  for (const part of message.parts) join(segments, part, key)
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

function addFact(segments: Segment[], { parts, index, marks }: ArtifactFact, key: string): void {
  const isBehindGap = marks?.includes('after-gap') === true
  for (const [place, part] of parts.entries()) join(segments, part, key, index, isBehindGap && place === 0)
}

function join(segments: Segment[], part: Part, key: string, event?: number, isBehindGap = false): void {
  const facts = {
    key: `${key}.${segments.length}`,
    ...(event !== undefined && { event }),
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
    return
  }
  const pieces = createTextPieces()
  pieces.add(text)
  const named = { ...(mediaType !== undefined && { mediaType }), ...(filename !== undefined && { filename }) }
  segments.push({ kind: 'text', pieces, parts: [part], ...named, ...facts })
}
