// The artifacts of one task as far as a timeline shows them: how many pieces, how large, and how the agent's own copy
// compares. The pieces themselves stay on the record, known by their entries.

import type { Artifact, Part } from '../../a2a/model.ts'
import { createNumbers, type Numbers } from '../../collections/numbers.ts'
import { defined } from '../../defined.ts'
import { contentBytes, utf8Bytes } from '../../record/text-size.ts'
import { sizeOfParts } from '../artifact-facts.ts'
import type { StoredRelation } from '../task-view.ts'
import type { ArtifactOutline, RowMark } from './outline.ts'
import { createStrip, type Strip } from './strip.ts'

export interface Piece {
  /** Of its artifact among the task's. */
  readonly artifact: number
  readonly artifactId: string
  readonly name?: string | undefined
  readonly parts: readonly Part[]
  readonly append: boolean
  readonly last: boolean
  /** The agent's own copy, or what that has beyond the events. */
  readonly whole?: 'copy' | 'rest' | undefined
}

interface AddedPiece {
  /** Of the outline it is counted in. */
  readonly index: number
  readonly bytes: number
  /** Among the pieces of that. */
  readonly place: number
  readonly marks: readonly RowMark[]
}

export interface ArtifactOutlines {
  add(piece: Piece, seq: number, ms: number): AddedPiece
  /** Texts that go on with the last piece of an artifact, at one time; gives their bytes. */
  goOn(artifact: number, texts: readonly string[], seq: number, ms: number): number
  stored(place: number, artifact: Artifact, relation: StoredRelation): void
  chunkSeq(artifact: number, place: number): number | undefined
  outlines(): readonly ArtifactOutline[]
  readonly more: number
  nameOf(index: number): string | undefined
}

/** Artifacts of one task listed by themselves; the pieces of later ones are counted together. */
export const maxOutlinedArtifacts = 100
/** Pieces of all artifacts that open one by one; later ones are counted. */
const maxOutlinedChunks = 8_000_000

interface Kept {
  readonly artifactId: string
  /** Entries of its pieces. */
  readonly seqs: Numbers
  name: string | undefined
  count: number
  bytes: number
  chars: number
  firstMs: number
  lastMs: number
  firstSeq: number
  closed: boolean
  replaced: number
  readonly strip: Strip
  stored: StoredRelation | undefined
}

export function createArtifactOutlines(farSecret: string): ArtifactOutlines {
  const kept: Kept[] = []
  let artifacts = 0
  let chunks = 0

  const of = (place: number, artifactId: string): Kept => {
    artifacts = Math.max(artifacts, place + 1)
    const index = indexOf(place)
    const state = kept[index] ?? emptyState(artifactId)
    kept[index] = state
    return state
  }

  return {
    add({ artifact, artifactId, name, parts, append, last, whole }, seq, ms) {
      const state = of(artifact, artifactId)
      const begun = state.count > 0
      const replaced = begun && !append && !whole
      const bytes = contentBytes(parts, farSecret)
      const { text } = sizeOfParts(parts)
      if (!begun) Object.assign(state, { firstMs: ms, firstSeq: seq })
      if (replaced) {
        state.replaced++
        state.bytes = 0
      }
      state.chars = replaced || whole === 'copy' ? text : state.chars + text
      state.count++
      state.bytes += bytes
      state.lastMs = ms
      state.closed ||= last
      if (name) state.name = name
      state.strip.add(bytes, { replaced, last, whole: whole !== undefined })
      if (chunks < maxOutlinedChunks) {
        chunks++
        state.seqs.set(state.seqs.add(), 0, seq)
      }
      const marks =
        append && !last
          ? onlyAppended
          : marksOf({ append: append || (whole === 'rest' && begun), replaced, last, whole })
      return { index: indexOf(artifact), bytes, place: Math.max(0, state.seqs.length - 1), marks }
    },
    goOn(artifact, texts, seq, ms) {
      const state = kept[indexOf(artifact)]
      if (!state) return 0
      const before = state.bytes
      for (const [index, text] of texts.entries()) {
        const bytes = utf8Bytes(text)
        state.chars += text.length
        state.bytes += bytes
        state.strip.add(bytes, appended)
        if (chunks >= maxOutlinedChunks) continue
        chunks++
        state.seqs.set(state.seqs.add(), 0, seq + index)
      }
      state.count += texts.length
      state.lastMs = ms
      return state.bytes - before
    },
    stored(place, artifact, relation) {
      const state = of(place, artifact.artifactId)
      if (artifact.name) state.name = artifact.name
      state.stored = relation
    },
    chunkSeq(artifact, place) {
      const seqs = kept[artifact]?.seqs
      return seqs && place < seqs.length ? seqs.get(place, 0) : undefined
    },
    outlines: () => kept.map(outlineOf),
    get more() {
      return artifacts - kept.length
    },
    nameOf: (index) => kept[index]?.name ?? kept[index]?.artifactId,
  }
}

function indexOf(place: number): number {
  return Math.min(place, maxOutlinedArtifacts - 1)
}

const appended = { replaced: false, last: false, whole: false }
/** Nearly all pieces. */
const onlyAppended: readonly RowMark[] = ['append']

function marksOf(
  is: Pick<Piece, 'append' | 'last' | 'whole'> & { readonly replaced: boolean },
): readonly RowMark[] {
  const marks: RowMark[] = []
  if (is.append) marks.push('append')
  if (is.replaced) marks.push('replaced')
  if (is.last) marks.push('last')
  if (is.whole) marks.push('whole')
  if (is.whole === 'copy') marks.push('differs')
  return marks
}

function emptyState(artifactId: string): Kept {
  return {
    artifactId,
    seqs: createNumbers(1),
    name: undefined,
    count: 0,
    bytes: 0,
    chars: 0,
    firstMs: 0,
    lastMs: 0,
    firstSeq: 0,
    closed: false,
    replaced: 0,
    strip: createStrip(),
    stored: undefined,
  }
}

function outlineOf({ seqs: _, name, count, strip, stored, ...more }: Kept): ArtifactOutline {
  return {
    ...(name && { name }),
    chunks: count,
    ...more,
    strip: strip.cells(),
    ...defined({ stored }),
  }
}
