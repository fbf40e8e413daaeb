// The rows of a timeline in columns of numbers; the text of a row is read from its entry when it is shown.

import type { Severity } from '../../a2a/finding.ts'
import { type TaskState, taskStates } from '../../a2a/model.ts'
import { severities } from '../../a2a/severities.ts'
import { firstMatch } from '../../collections/list.ts'
import { createNumbers } from '../../collections/numbers.ts'
import { defined } from '../../defined.ts'
import { type Place, type Sighting, type Source, sources } from '../sightings.ts'
import { type Again, type Row, type RowKind, type RowMark, rowKinds, rowMarks } from './outline.ts'

export interface NewRow {
  readonly kind: RowKind
  readonly source: Source
  readonly seq: number
  readonly ms: number
  readonly bytes?: number
  readonly wireBytes: number
  readonly state?: TaskState
  readonly late?: boolean
  readonly impossible?: boolean
  readonly artifact?: number
  /** Position of the first piece in the artifact, or of a message in the history. */
  readonly place?: number
  readonly marks?: readonly RowMark[]
}

/** Pieces that go on with those of a row. */
export type MorePieces = Pick<NewRow, 'seq' | 'ms' | 'wireBytes' | 'marks'> & {
  readonly bytes: number
  readonly count?: number
}

/** Events of one task; later ones are in the console. */
const maxTimelineEvents = 2_000_000
// Rows whose other sightings are recorded.
const maxTwinnedRows = 200_000

const columnNames = [
  // Kind, source and state in one.
  'what',
  'flags',
  'seq',
  'ms',
  'untilMs',
  'gap',
  'count',
  'bytes',
  'wireBytes',
  'artifact',
  'place',
] as const
const at = Object.fromEntries(columnNames.map((name, index) => [name, index])) as Record<
  (typeof columnNames)[number],
  number
>

const lateFlag = 1
const impossibleFlag = 2
const firstMark = 4

export class RowTable {
  readonly #numbers = createNumbers(columnNames.length)
  /** Entries and the rows they are in, in the order they were folded: nearly that of the record. */
  readonly #places = createNumbers(2)
  readonly #twinned = new Map<number, Again[]>()
  readonly #findings = new Map<number, RowFindings>()

  get length() {
    return this.#numbers.length
  }

  /** Undefined when the table is full. */
  add(added: NewRow): number | undefined {
    const numbers = this.#numbers
    if (numbers.length >= maxTimelineEvents) return undefined
    const { kind, source, seq, ms, wireBytes, state, late, impossible, artifact } = added
    const row = numbers.add()
    const stateNumber = state === undefined ? 0 : taskStates.indexOf(state) + 1
    const what = (stateNumber * sources.length + sources.indexOf(source)) * rowKinds.length
    numbers.set(row, at.what, what + rowKinds.indexOf(kind))
    numbers.set(row, at.seq, seq)
    numbers.set(row, at.ms, ms)
    numbers.set(row, at.untilMs, ms)
    numbers.set(row, at.gap, row === 0 ? -1 : Math.max(0, ms - this.untilMs(row - 1)))
    numbers.set(row, at.count, 1)
    numbers.set(row, at.bytes, added.bytes ?? 0)
    numbers.set(row, at.wireBytes, wireBytes)
    numbers.set(row, at.artifact, (artifact ?? -1) + 1)
    numbers.set(row, at.place, added.place ?? 0)
    numbers.set(row, at.flags, (late ? lateFlag : 0) | (impossible ? impossibleFlag : 0))
    this.#mark(row, added.marks)
    this.#addPlace(seq, row)
    return row
  }

  extend(row: number, { seq, ms, bytes, wireBytes, marks, count = 1 }: MorePieces) {
    const numbers = this.#numbers
    numbers.set(row, at.untilMs, ms)
    numbers.set(row, at.count, numbers.get(row, at.count) + count)
    numbers.set(row, at.bytes, numbers.get(row, at.bytes) + bytes)
    numbers.set(row, at.wireBytes, numbers.get(row, at.wireBytes) + wireBytes)
    this.#mark(row, marks)
    // Pieces that follow each other are found by the first of them.
    if (this.kindAt(row) !== 'chunks' || this.#places.get(this.#places.length - 1, 1) !== row)
      this.#addPlace(seq, row)
  }

  again(row: number, { source, seq, delayMs }: Pick<Sighting, 'source' | 'seq' | 'delayMs'>) {
    const existing = this.#twinned.get(row)
    if (!existing && this.#twinned.size >= maxTwinnedRows) return
    this.#addPlace(seq, row)
    const again = existing ?? []
    if (!existing) this.#twinned.set(row, again)
    const same = again.findIndex((one) => one.source === source)
    const before = again[same]
    if (!before) again.push({ source, count: 1, leastDelayMs: delayMs, mostDelayMs: delayMs })
    else {
      again[same] = {
        ...before,
        count: before.count + 1,
        leastDelayMs: Math.min(before.leastDelayMs, delayMs),
        mostDelayMs: Math.max(before.mostDelayMs, delayMs),
      }
    }
  }

  addFindings(row: number, more: RowFindings) {
    const before = this.#findings.get(row)
    this.#findings.set(row, before ? graver(before, more) : more)
  }

  row(index: number): Row | undefined {
    if (index < 0 || index >= this.length) return undefined
    const rowFindings = this.#findings.get(index)
    return {
      index,
      ...this.#read(index),
      again: this.#twinned.get(index)?.slice() ?? [],
      findings: rowFindings?.count ?? 0,
      ...(rowFindings && { severity: rowFindings.severity, findingSeq: rowFindings.seq }),
    }
  }

  kindAt(row: number): RowKind {
    return rowKinds[this.#numbers.get(row, at.what) % rowKinds.length] ?? 'error'
  }

  sourcesAt(row: number): readonly Source[] {
    const others = this.#twinned.get(row) ?? []
    return [this.#sourceAt(row), ...others.map(({ source }) => source)]
  }

  readonly severityAt = (row: number) => this.#findings.get(row)?.severity

  untilMs(row: number): number {
    return this.#numbers.get(row, at.untilMs)
  }

  /** The entries that were put in a row, in their order; of pieces that follow each other only the first. */
  seqsOf(row: number): readonly number[] {
    const seqs = new Set<number>()
    for (let place = 0; place < this.#places.length; place++)
      if (this.#places.get(place, 1) === row) seqs.add(this.#places.get(place, 0))
    return [...seqs].sort((one, other) => one - other)
  }

  /** The row an entry began, or was seen in: the last one that begins at or before it. */
  rowOfSeq(seq: number): number | undefined {
    const next = firstMatch(this.#places.length, (place) => this.#places.get(place, 0) > seq)
    return next === 0 ? undefined : this.#places.get(next - 1, 1)
  }

  #addPlace(seq: number, row: number) {
    const place = this.#places.add()
    this.#places.set(place, 0, seq)
    this.#places.set(place, 1, row)
  }

  #mark(row: number, marks: readonly RowMark[] = []) {
    if (marks.length === 0) return
    this.#numbers.set(row, at.flags, this.#numbers.get(row, at.flags) | marksFlag(marks))
  }

  #sourceAt(row: number): Source {
    const what = Math.floor(this.#numbers.get(row, at.what) / rowKinds.length)
    return sources[what % sources.length] ?? 'stream'
  }

  #read(row: number) {
    const get = (column: number) => this.#numbers.get(row, column)
    const state = taskStates[Math.floor(get(at.what) / rowKinds.length / sources.length) - 1]
    const [flags, gap, artifact] = [get(at.flags), get(at.gap), get(at.artifact) - 1]
    return {
      kind: this.kindAt(row),
      source: this.#sourceAt(row),
      seq: get(at.seq),
      sinceMs: get(at.ms),
      untilMs: get(at.untilMs),
      ...(gap >= 0 && { gapMs: gap }),
      ...{ count: get(at.count), bytes: get(at.bytes), wireBytes: get(at.wireBytes) },
      ...defined({ state }),
      ...(flags & lateFlag && { late: true as const }),
      ...(flags & impossibleFlag && { impossible: true as const }),
      ...(artifact >= 0 && { artifact }),
      place: get(at.place),
      marks: rowMarks.filter((_, bit) => flags & (firstMark << bit)),
    }
  }
}

function marksFlag(marks: readonly RowMark[]): number {
  return marks.reduce((flags, mark) => flags | (firstMark << rowMarks.indexOf(mark)), 0)
}

/** The number of findings of a row, and the entry with the worst. */
export interface RowFindings {
  readonly count: number
  readonly severity: Severity
  readonly seq: number
}

export function findingsOf(seq: number, findings: NonNullable<Place['findings']>): RowFindings | undefined {
  if (findings.length === 0) return undefined
  const worst = Math.max(...findings.map(({ severity }) => severities.indexOf(severity)))
  return { count: findings.length, severity: severities[worst] ?? 'info', seq }
}

export function createWaitingFindings(match: (row: number, findings: RowFindings) => void) {
  const waiting = new Map<string, RowFindings>()
  return {
    /** Findings belong to the row of their entry, else to the next row of the exchange. */
    settle(exchangeId: string, row: number, own: RowFindings | undefined) {
      if (!own && waiting.size === 0) return
      const before = waiting.get(exchangeId)
      const all = own && before ? graver(before, own) : (own ?? before)
      if (!all) return
      waiting.delete(exchangeId)
      if (row < 0) waiting.set(exchangeId, all)
      else match(row, all)
    },
    has: (exchangeId: string) => waiting.has(exchangeId),
  }
}

/** Adds both; of two equally severe ones the first leads. */
function graver(a: RowFindings, b: RowFindings): RowFindings {
  const worse = severities.indexOf(b.severity) > severities.indexOf(a.severity) ? b : a
  return { ...worse, count: a.count + b.count }
}
