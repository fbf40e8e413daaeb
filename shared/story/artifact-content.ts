// The content of an artifact, assembled from its pieces: consecutive text is one segment, any other part a segment by itself.
// Grows in place.

import type { Part } from '../a2a/model.ts'
import { defined } from '../defined.ts'
import type { Segment } from './chat/segment.ts'
import { goOn, joinAll } from './chat/segments.ts'
import { TextPieces } from './chat/text-pieces.ts'
import { partKey } from './content-key.ts'
import type { ArtifactContent, StoredRelation } from './task-view.ts'

/** Ids that a program generated make no readable title. */
const generatedId = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

export function createArtifactContent(key: string, like?: ArtifactContent): ArtifactContent {
  const segments = like ? like.segments.map((segment, index) => copied(segment, `${key}.${index}`)) : []
  let { pieces = 0, first, last } = like ?? {}
  return {
    segments,
    get pieces() {
      return pieces
    },
    get first() {
      return first
    },
    get last() {
      return last
    },
    add(segmentSource, event) {
      if (!segmentSource.parts.some(hasContent)) return
      joinAll(segments, segmentSource, key, hasContent)
      pieces += 1
      first ??= event
      last = event
    },
    goOn(text, count, event) {
      if (!goOn(segments, text, count)) return false
      pieces += count
      last = event
      return true
    },
  }
}

/** All parts in order; a text may be split anywhere. */
export function* allParts({ segments }: Pick<ArtifactContent, 'segments'>): Generator<Part, undefined> {
  for (const segment of segments) {
    if (segment.kind === 'part') yield segment.part
    else for (const { text } of segment.pieces.list()) if (text !== '') yield { ...partOf(segment), text }
  }
}

/** All parts in order, each text joined. */
export function wholeParts({ segments }: Pick<ArtifactContent, 'segments'>): readonly Part[] {
  return segments.map((segment) =>
    segment.kind === 'part' ? segment.part : { ...partOf(segment), text: textOf(segment) },
  )
}

function textOf({ pieces }: Extract<Segment, { kind: 'text' }>): string {
  return pieces.list().reduce((text, piece) => text + piece.text, '')
}

function partOf({ mediaType, filename }: Extract<Segment, { kind: 'text' }>) {
  return {
    kind: 'text' as const,
    ...defined({ mediaType, filename }),
  }
}

function copied(segment: Segment, key: string): Segment {
  const own = { ...segment, key, origins: segment.origins.slice() }
  if (own.kind === 'part') return own
  const pieces = new TextPieces()
  pieces.add(textOf(own))
  return { ...own, pieces }
}

// Compares what the events added up to with the copy that the agent stores. Servers join or split text parts freely, so
// consecutive text is compared as one run, everything else part by part. The cost is bounded by the stored side: a short
// snapshot of a long artifact is a short comparison, as long as the assembled side has no empty text.

export interface Comparison {
  readonly relation: StoredRelation
  /** For `stored-ahead`: what the stored copy has beyond the assembled one. */
  readonly rest: readonly Part[]
}

export function compareParts(assembled: Iterable<Part>, stored: readonly Part[]): Comparison {
  const cursor = createCursor(stored)
  for (const part of assembled) {
    const step = part.kind === 'text' ? cursor.text(part.text) : cursor.part(part)
    if (step !== 'same') return { relation: step, rest: [] }
  }
  const rest = cursor.rest()
  return { relation: rest.length === 0 ? 'equal' : 'stored-ahead', rest }
}

type Step = 'same' | 'differs' | 'stored-behind'

function createCursor(stored: readonly Part[]) {
  let index = 0
  let offset = 0

  /** The stored part under the cursor; skips text that was compared completely. */
  const current = (): Part | undefined => {
    for (;;) {
      const part = stored[index]
      if (part?.kind !== 'text' || offset < part.text.length) return part
      index++
      offset = 0
    }
  }

  return {
    text(text: string): Step {
      for (let from = 0; from < text.length; ) {
        const other = current()
        if (!other) return 'stored-behind'
        if (other.kind !== 'text') return 'differs'
        const length = Math.min(text.length - from, other.text.length - offset)
        if (!other.text.startsWith(text.slice(from, from + length), offset)) return 'differs'
        from += length
        offset += length
      }
      return 'same'
    },
    part(part: Part): Step {
      const other = current()
      if (!other) return 'stored-behind'
      if (partKey(other) !== partKey(part)) return 'differs'
      index++
      return 'same'
    },
    rest(): readonly Part[] {
      const other = current()
      if (!other) return []
      const begun: Part = other.kind === 'text' ? { ...other, text: other.text.slice(offset) } : other
      return [begun, ...stored.slice(index + 1).filter(hasContent)]
    },
  }
}

function hasContent(part: Part): boolean {
  return part.kind !== 'text' || part.text !== ''
}

export function artifactTitle(artifact: {
  readonly name?: string | undefined
  readonly artifactId: string
}): string {
  return artifact.name || (generatedId.test(artifact.artifactId) ? 'Artifact' : artifact.artifactId)
}
