// The artifacts of one task as far as a timeline shows them: how many pieces, how large, and how the agent's own copy
// compares. The pieces themselves stay on the record, known by their entries.

import type { Artifact } from '../../a2a/model.ts'
import { createNumbers, type Numbers } from '../../collections/numbers.ts'
import { contentDigest } from '../content-key.ts'
import type { Source } from '../sightings.ts'
import type { ArtifactOutline, RowMark } from './outline.ts'
import { type Content, compareStored, emptyContent, type StoredCopy } from './stored-copy.ts'
import { createStrip, type Strip } from './strip.ts'

export interface Piece {
  readonly artifactId: string
  readonly name?: string | undefined
  readonly append: boolean
  readonly last: boolean
  readonly whole: boolean
  readonly bytes: number
  readonly seq: number
  readonly ms: number
}

export interface ArtifactState {
  readonly index: number
  readonly artifactId: string
  content: Content
  /** Entries of its pieces. */
  readonly chunks: Numbers
}

export interface ArtifactOutlines {
  of(artifactId: string): ArtifactState
  /** Takes a piece, without its content; says what is odd about it. */
  add(state: ArtifactState, piece: Piece): readonly RowMark[]
  compare(artifact: Artifact, source: Source, seq: number): StoredCopy
  chunkSeq(artifact: number, place: number): number | undefined
  outlines(): readonly ArtifactOutline[]
  readonly more: number
  nameOf(index: number): string | undefined
}

/** The pieces of later ones are counted together: nobody reads a list of hundreds. */
const mostArtifacts = 100
/** Artifacts past that bound that are told apart, to say how many they are. */
const mostBeyond = 100_000
/** Pieces of all artifacts that can be opened one by one. */
const mostChunks = 8_000_000

interface Kept extends ArtifactState {
  name: string | undefined
  count: number
  bytes: number
  firstMs: number
  lastMs: number
  firstSeq: number
  closed: boolean
  replaced: number
  readonly strip: Strip
  stored: ArtifactOutline['stored']
}

export function createArtifactOutlines(): ArtifactOutlines {
  const kept: Kept[] = []
  const byId = new Map<string, Kept>()
  const beyond = new Set<number>()
  let chunks = 0

  const of = (artifactId: string): Kept => {
    const known = byId.get(artifactId)
    if (known) return known
    const last = kept.at(-1)
    if (last && kept.length >= mostArtifacts) {
      if (beyond.size < mostBeyond) beyond.add(contentDigest(artifactId))
      return last
    }
    const state = emptyState(artifactId, kept.length)
    kept.push(state)
    byId.set(artifactId, state)
    return state
  }

  return {
    of,
    add(given, piece) {
      const state = kept[given.index]
      if (!state) return []
      const begun = state.count > 0
      const replaced = begun && !piece.append && !piece.whole
      if (!begun) Object.assign(state, { firstMs: piece.ms, firstSeq: piece.seq })
      if (replaced) {
        state.replaced++
        state.bytes = 0
        state.content = emptyContent()
      }
      state.count++
      state.bytes += piece.bytes
      state.lastMs = piece.ms
      state.closed ||= piece.last
      if (piece.name) state.name = piece.name
      state.strip.add(piece.bytes, { replaced, last: piece.last, whole: piece.whole })
      if (chunks < mostChunks) {
        chunks++
        state.chunks.set(state.chunks.add(), 0, piece.seq)
      }
      const marks: RowMark[] = []
      if (piece.append) marks.push('append')
      if (replaced) marks.push('replaced')
      if (piece.last) marks.push('last')
      if (piece.whole) marks.push('whole')
      return marks
    },
    compare(artifact, source, seq) {
      const state = of(artifact.artifactId)
      if (artifact.name) state.name = artifact.name
      const copy = compareStored(state.content, artifact.parts)
      state.stored = { as: copy.as, chars: copy.content.chars, source, seq }
      return copy
    },
    chunkSeq(artifact, place) {
      const state = kept[artifact]
      return state && place < state.chunks.length ? state.chunks.get(place, 0) : undefined
    },
    outlines: () => kept.map(outlineOf),
    get more() {
      return beyond.size
    },
    nameOf: (index) => kept[index]?.name ?? kept[index]?.artifactId,
  }
}

function emptyState(artifactId: string, index: number): Kept {
  return {
    index,
    artifactId,
    content: emptyContent(),
    chunks: createNumbers(1),
    name: undefined,
    count: 0,
    bytes: 0,
    firstMs: 0,
    lastMs: 0,
    firstSeq: 0,
    closed: false,
    replaced: 0,
    strip: createStrip(),
    stored: undefined,
  }
}

function outlineOf({
  index,
  artifactId,
  name,
  count,
  bytes,
  content,
  strip,
  stored,
  ...more
}: Kept): ArtifactOutline {
  const { firstMs, lastMs, firstSeq, closed, replaced } = more
  return {
    index,
    artifactId,
    ...(name && { name }),
    chunks: count,
    bytes,
    chars: content.chars,
    firstMs,
    lastMs,
    firstSeq,
    closed,
    replaced,
    strip: strip.cells(),
    ...(stored && { stored }),
  }
}
