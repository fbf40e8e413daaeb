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

/** Pieces that continue those of a row. */
type MorePieces = Pick<NewRow, 'seq' | 'ms' | 'wireBytes' | 'marks'> & {
  readonly bytes: number
  readonly count?: number
}

export type RowTable = ReturnType<typeof createRowTable>

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

export function createRowTable() {
  const columns = createColumns()
  const twinned = new Map<number, Again[]>()
  const findings = new Map<number, RowFindings>()
  const places = createPlaces()

  return {
    get length() {
      return columns.length
    },
    /** Undefined when the table is full. */
    add(row: NewRow): number | undefined {
      if (columns.length >= maxTimelineEvents) return undefined
      const index = columns.add(row)
      places.add(row.seq, index)
      return index
    },
    extend(row: number, more: MorePieces) {
      columns.extend(row, more)
      // Consecutive pieces are found by the first of them.
      if (columns.kindAt(row) !== 'chunks' || places.lastRow() !== row) places.add(more.seq, row)
    },
    again(row: number, { source, seq, delayMs }: Pick<Sighting, 'source' | 'seq' | 'delayMs'>) {
      const existing = twinned.get(row)
      if (!existing && twinned.size >= maxTwinnedRows) return
      places.add(seq, row)
      const again = existing ?? []
      if (!existing) twinned.set(row, again)
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
    },
    addFindings(row: number, more: RowFindings) {
      const before = findings.get(row)
      findings.set(row, before ? graver(before, more) : more)
    },
    row(index: number): Row | undefined {
      if (index < 0 || index >= columns.length) return undefined
      const rowFindings = findings.get(index)
      return {
        index,
        ...columns.read(index),
        again: twinned.get(index)?.slice() ?? [],
        findings: rowFindings?.count ?? 0,
        ...(rowFindings && { severity: rowFindings.severity, findingSeq: rowFindings.seq }),
      }
    },
    kindAt: columns.kindAt,
    sourcesAt(index: number): readonly Source[] {
      const first = columns.sourceAt(index)
      const others = twinned.get(index)
      return others ? [first, ...others.map(({ source }) => source)] : [first]
    },
    severityAt: (index: number) => findings.get(index)?.severity,
    untilMs: columns.untilMs,
    seqsOf: places.seqsOf,
    rowOfSeq: places.rowOfSeq,
  }
}

/** Entries and their rows, in the order of the fold: nearly that of the record. */
function createPlaces() {
  const places = createNumbers(2)
  return {
    add(seq: number, row: number) {
      const index = places.add()
      places.set(index, 0, seq)
      places.set(index, 1, row)
    },
    lastRow: () => places.get(places.length - 1, 1),
    /** The entries of a row in order; of consecutive pieces only the first. */
    seqsOf(row: number): readonly number[] {
      const seqs = new Set<number>()
      for (let place = 0; place < places.length; place++)
        if (places.get(place, 1) === row) seqs.add(places.get(place, 0))
      return [...seqs].sort((one, other) => one - other)
    },
    /** The row of an entry: the last one that begins at or before it. */
    rowOfSeq(seq: number): number | undefined {
      const next = firstMatch(places.length, (place) => places.get(place, 0) > seq)
      return next === 0 ? undefined : places.get(next - 1, 1)
    },
  }
}

function createColumns() {
  const numbers = createNumbers(columnNames.length)
  const get = (row: number, column: number) => numbers.get(row, column)
  const kindAt = (row: number): RowKind => rowKinds[get(row, at.what) % rowKinds.length] ?? 'error'
  const sourceAt = (row: number): Source =>
    sources[Math.floor(get(row, at.what) / rowKinds.length) % sources.length] ?? 'stream'
  const stateAt = (row: number) =>
    taskStates[Math.floor(get(row, at.what) / rowKinds.length / sources.length) - 1]
  const mark = (row: number, marks: readonly RowMark[] = []) => {
    if (marks.length > 0) numbers.set(row, at.flags, get(row, at.flags) | marksFlag(marks))
  }

  return {
    ...{ kindAt, sourceAt },
    get length() {
      return numbers.length
    },
    add(added: NewRow) {
      const { kind, source, seq, ms, wireBytes, state, late, impossible, artifact } = added
      const row = numbers.add()
      const stateNumber = state === undefined ? 0 : taskStates.indexOf(state) + 1
      const what = (stateNumber * sources.length + sources.indexOf(source)) * rowKinds.length
      numbers.set(row, at.what, what + rowKinds.indexOf(kind))
      numbers.set(row, at.seq, seq)
      numbers.set(row, at.ms, ms)
      numbers.set(row, at.untilMs, ms)
      numbers.set(row, at.gap, row === 0 ? -1 : Math.max(0, ms - get(row - 1, at.untilMs)))
      numbers.set(row, at.count, 1)
      numbers.set(row, at.bytes, added.bytes ?? 0)
      numbers.set(row, at.wireBytes, wireBytes)
      numbers.set(row, at.artifact, (artifact ?? -1) + 1)
      numbers.set(row, at.place, added.place ?? 0)
      numbers.set(row, at.flags, (late ? lateFlag : 0) | (impossible ? impossibleFlag : 0))
      mark(row, added.marks)
      return row
    },
    extend(row: number, { ms, bytes, wireBytes, marks, count = 1 }: MorePieces) {
      numbers.set(row, at.untilMs, ms)
      numbers.set(row, at.count, get(row, at.count) + count)
      numbers.set(row, at.bytes, get(row, at.bytes) + bytes)
      numbers.set(row, at.wireBytes, get(row, at.wireBytes) + wireBytes)
      mark(row, marks)
    },
    untilMs: (row: number) => get(row, at.untilMs),
    read: (row: number) =>
      readColumns((column) => get(row, column), kindAt(row), sourceAt(row), stateAt(row)),
  }
}

function readColumns(
  get: (column: number) => number,
  kind: RowKind,
  source: Source,
  state: TaskState | undefined,
) {
  const [flags, gap, artifact] = [get(at.flags), get(at.gap), get(at.artifact) - 1]
  return {
    ...{ kind, source, seq: get(at.seq), sinceMs: get(at.ms), untilMs: get(at.untilMs) },
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
