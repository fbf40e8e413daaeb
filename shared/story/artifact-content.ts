// What an artifact says, as its pieces add up: text in a row is one text, everything else stands by itself. It grows in place.

import type { Part } from '../a2a/model.ts'
import { defined } from '../defined.ts'
import { hasContent } from './artifact-compare.ts'
import type { Segment } from './chat/segment.ts'
import { goOn, joinAll } from './chat/segments.ts'
import { createTextPieces } from './chat/text-pieces.ts'
import type { ArtifactContent } from './task-view.ts'

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
    add(said, event) {
      if (!said.parts.some(hasContent)) return
      joinAll(segments, said, key, hasContent)
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

/** Its texts and other parts, in their order; a text may be cut anywhere. */
export function* partsSaid({ segments }: Pick<ArtifactContent, 'segments'>): Generator<Part, undefined> {
  for (const segment of segments) {
    if (segment.kind === 'part') yield segment.part
    else for (const { text } of segment.pieces.list()) if (text !== '') yield { ...partOf(segment), text }
  }
}

/** The same, each text in one. */
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
  const pieces = createTextPieces()
  pieces.add(textOf(own))
  return { ...own, pieces }
}
