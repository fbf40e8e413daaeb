// The artifacts of one task as a timeline shows them: the number of pieces, the size, and how the agent's own copy compares.
// The pieces stay on the record, identified by their entries.

import type { Artifact, Part } from '../../a2a/model.ts'
import { createNumbers, type Numbers } from '../../collections/numbers.ts'
import { defined } from '../../defined.ts'
import { contentBytes, utf8Bytes } from '../../record/text-size.ts'
import { artifactTitle } from '../artifact-content.ts'
import { sizeOfParts } from '../artifacts.ts'
import type { StoredRelation } from '../task-view.ts'
import type { ArtifactOutline, RowMark, StripCell } from './outline.ts'

const cellCount = 64

export interface Piece {
  /** Position of its artifact among the task's. */
  readonly artifact: number
  readonly artifactId: string
  readonly name?: string | undefined
  readonly parts: readonly Part[]
  readonly append: boolean
  readonly last: boolean
  /** `copy`: the agent's own copy; `rest`: what that has beyond the events. */
  readonly whole?: 'copy' | 'rest' | undefined
}

interface AddedPiece {
  /** Position of the outline that counts it. */
  readonly index: number
  readonly bytes: number
  /** Position among the pieces of that outline. */
  readonly place: number
  readonly marks: readonly RowMark[]
}

/** Artifacts of one task listed by themselves; the pieces of later ones are counted together. */
const maxOutlinedArtifacts = 100
/** Pieces of all artifacts that open one by one; later ones are counted. */
const maxOutlinedChunks = 8_000_000

interface OutlineState {
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

export class ArtifactOutlines {
  readonly #farSecret: string
  readonly #outlines: OutlineState[] = []
  #artifactCount = 0
  #chunkCount = 0

  constructor(farSecret: string) {
    this.#farSecret = farSecret
  }

  add(piece: Piece, seq: number, ms: number): AddedPiece {
    const state = this.#select(piece.artifact, piece.artifactId)
    if (state.count === 0) Object.assign(state, { firstMs: ms, firstSeq: seq })
    const bytes = contentBytes(piece.parts, this.#farSecret)
    const marks = countIn(state, piece, bytes)
    state.lastMs = ms
    this.#addSeq(state, seq)
    return { index: indexOf(piece.artifact), bytes, place: Math.max(0, state.seqs.length - 1), marks }
  }

  /** Texts that go on with the last piece of an artifact, at one time. */
  goOn(artifact: number, texts: readonly string[], seq: number, ms: number) {
    const index = indexOf(artifact)
    const state = this.#outlines[index]
    if (!state) return { index, bytes: 0 }
    const before = state.bytes
    for (const [place, text] of texts.entries()) {
      const bytes = utf8Bytes(text)
      state.chars += text.length
      state.bytes += bytes
      state.strip.add(bytes, appended)
      this.#addSeq(state, seq + place)
    }
    state.count += texts.length
    state.lastMs = ms
    return { index, bytes: state.bytes - before }
  }

  stored(place: number, { artifactId, name }: Artifact, relation: StoredRelation) {
    const state = this.#select(place, artifactId)
    if (name) state.name = name
    state.stored = relation
  }

  chunkSeq(artifact: number, place: number): number | undefined {
    const seqs = this.#outlines[artifact]?.seqs
    return seqs && place < seqs.length ? seqs.get(place, 0) : undefined
  }

  readonly outlines = () => this.#outlines.map(outlineOf)
  readonly more = () => this.#artifactCount - this.#outlines.length
  readonly nameOf = (index: number) => this.#outlines[index] && artifactTitle(this.#outlines[index])

  #select(place: number, artifactId: string): OutlineState {
    this.#artifactCount = Math.max(this.#artifactCount, place + 1)
    const index = indexOf(place)
    const state = this.#outlines[index] ?? emptyState(artifactId)
    this.#outlines[index] = state
    return state
  }

  #addSeq({ seqs }: OutlineState, seq: number) {
    if (this.#chunkCount >= maxOutlinedChunks) return
    this.#chunkCount++
    seqs.set(seqs.add(), 0, seq)
  }
}

/** Returns the marks of its row. */
function countIn(
  state: OutlineState,
  { parts, name, append, last, whole }: Piece,
  bytes: number,
): readonly RowMark[] {
  const begun = state.count > 0
  const replaced = begun && !append && !whole
  const { text } = sizeOfParts(parts)
  if (replaced) {
    state.replaced++
    state.bytes = 0
  }
  state.chars = replaced || whole === 'copy' ? text : state.chars + text
  state.count++
  state.bytes += bytes
  state.closed ||= last
  if (name) state.name = name
  state.strip.add(bytes, { replaced, last, whole: whole !== undefined })
  if (append && !last) return onlyAppended
  return marksOf({ append: append || (whole === 'rest' && begun), replaced, last, whole })
}

function indexOf(place: number): number {
  return Math.min(place, maxOutlinedArtifacts - 1)
}

const appended = { replaced: false, last: false, whole: false }
/** Shared, since nearly all pieces have it. */
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

function emptyState(artifactId: string): OutlineState {
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

function outlineOf({ seqs: _, name, count, strip, stored, ...more }: OutlineState): ArtifactOutline {
  return {
    ...(name && { name }),
    chunks: count,
    ...more,
    strip: strip.cells(),
    ...defined({ stored }),
  }
}

// The pieces of an artifact as a strip of at most `cellCount` cells; with more pieces each cell stands for several.

interface Cell {
  chunks: number
  bytes: number
  replaced: boolean
  last: boolean
  whole: boolean
}

type Strip = ReturnType<typeof createStrip>

function createStrip() {
  let cells: Cell[] = []
  let perCell = 1

  return {
    add(bytes: number, marks: Pick<Cell, 'replaced' | 'last' | 'whole'>) {
      const cell = { chunks: 1, bytes, ...marks }
      const last = cells.at(-1)
      if (last && last.chunks < perCell) {
        merge(last, cell)
        return
      }
      if (cells.length >= cellCount) {
        cells = pairs(cells)
        perCell *= 2
      }
      cells.push(cell)
    },
    cells: (): readonly StripCell[] =>
      cells.map(({ chunks, bytes, replaced, last, whole }) => ({
        chunks,
        bytes,
        ...(replaced && { replaced }),
        ...(last && { last }),
        ...(whole && { whole }),
      })),
  }
}

function merge(into: Cell, cell: Cell): void {
  into.chunks += cell.chunks
  into.bytes += cell.bytes
  into.replaced ||= cell.replaced
  into.last ||= cell.last
  into.whole ||= cell.whole
}

function pairs(cells: readonly Cell[]): Cell[] {
  const halved: Cell[] = []
  for (const [index, cell] of cells.entries()) {
    const before = halved.at(-1)
    if (index % 2 === 1 && before) merge(before, cell)
    else halved.push({ ...cell })
  }
  return halved
}
