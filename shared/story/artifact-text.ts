// Joining pieces is the reader's job, done when something is drawn: one reader follows one artifact and joins only what
// came since it was last asked. Consecutive text reads as one run, without separators; other parts stand by themselves.

import type { JsonObject, JsonValue, Part } from '../a2a/model.ts'
import { type List, slice, values } from '../collections/list.ts'
import type { ArtifactFact, ArtifactView } from './task-view.ts'

export type ArtifactSegment =
  | { readonly kind: 'text'; readonly text: string; readonly mediaType?: string }
  | { readonly kind: 'part'; readonly part: Part }

export interface ArtifactReader {
  /** Segments keep their reference while they stay the same; only the last one grows. */
  segments(view: Pick<ArtifactView, 'chunks' | 'generation'>): readonly ArtifactSegment[]
}

export function createArtifactReader(): ArtifactReader {
  let generation = -1
  let read = 0
  let segments: readonly ArtifactSegment[] = []

  return {
    segments(view) {
      const goesOn = view.generation === generation && view.chunks.length >= read
      if (goesOn && view.chunks.length === read) return segments
      const joined = goesOn ? segments.slice() : []
      for (const { parts } of slice(view.chunks, goesOn ? read : 0)) {
        for (const part of parts) join(joined, part)
      }
      generation = view.generation
      read = view.chunks.length
      segments = joined
      return segments
    },
  }
}

/** What the pieces' metadata add up to: later members win, as the servers merge it (PROTOCOL 7.10). */
export function metadataOf(chunks: List<ArtifactFact>): JsonObject {
  const merged = new Map<string, JsonValue>()
  for (const { metadata } of values(chunks)) {
    for (const [name, value] of Object.entries(metadata ?? {})) merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

function join(segments: ArtifactSegment[], part: Part): void {
  if (part.kind !== 'text') {
    segments.push({ kind: 'part', part })
    return
  }
  const last = segments.at(-1)
  const { text, mediaType } = part
  if (last?.kind === 'text' && last.mediaType === mediaType) {
    segments[segments.length - 1] = { ...last, text: last.text + text }
    return
  }
  segments.push({ kind: 'text', text, ...(mediaType !== undefined && { mediaType }) })
}
