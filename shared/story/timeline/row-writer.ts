// Writes the rows of a timeline, entry by entry: consecutive pieces share a row, findings go to the row of their entry, and
// each event of the task is mapped to its row.

import { createNumbers } from '../../collections/numbers.ts'
import type { Place, Source } from '../sightings.ts'
import type { RowMark } from './outline.ts'
import {
  createRowTable,
  createWaitingFindings,
  findingsOf,
  type NewRow,
  type RowFindings,
  type RowTable,
} from './row-table.ts'

/** After a pause this long, the next piece begins another row. */
const pauseMs = 2_000

/** `row`: the last row that the entry was added to. */
interface CurrentEntry {
  row: number
  exchangeId: string
  source: Source
  seq: number
  at: number
  /** Since the task's first entry. */
  ms: number
  wireBytes: number
  findings: RowFindings | undefined
}

interface Burst {
  /** Position of its artifact. */
  readonly artifact: number
  readonly bytes: number
  readonly place: number
  readonly marks: readonly RowMark[]
  /** It begins a row, and so does the next one. */
  readonly whole: boolean
}

const beforeFirst: CurrentEntry = {
  row: -1,
  exchangeId: '',
  source: 'stream',
  seq: 0,
  at: 0,
  ms: 0,
  wireBytes: 0,
  findings: undefined,
}

export function createRowWriter() {
  const rows = createRowTable()
  const bursts = createBursts(rows)
  const waiting = createWaitingFindings(rows.addFindings)
  const rowsOfEvents = createRowsOfEvents()
  const now: CurrentEntry = { ...beforeFirst }
  let moreRows = 0

  const add = (row: Omit<NewRow, 'seq' | 'ms' | 'source' | 'wireBytes'>, event?: number): number => {
    const { source, seq, ms, wireBytes } = now
    const index = rows.add({ ...row, source, seq, ms, wireBytes })
    if (index === undefined) moreRows++
    else now.row = index
    if (event !== undefined) rowsOfEvents.keep(event, index ?? -1)
    return index ?? -1
  }
  const goOn = (row: number, bytes: number, marks: readonly RowMark[] = []) => {
    const { seq, ms, wireBytes } = now
    rows.extend(row, { seq, ms, wireBytes, bytes, marks })
    now.row = row
  }

  return {
    rows,
    now: now as Readonly<CurrentEntry>,
    /** Rows past the bound. */
    more: () => moreRows,
    begin: (place: Place, ms: number) => begin(now, place, ms),
    settle() {
      waiting.settle(now.exchangeId, now.row, now.findings)
      now.findings = undefined
    },
    /** Whether findings wait for the next row of the exchange. */
    isWaiting: () => waiting.has(now.exchangeId),
    /** Ends the bursts before it; `event`: the event that the row shows. */
    addRow(row: Parameters<typeof add>[0], event?: number) {
      bursts.end()
      add(row, event)
    },
    keepAlive() {
      const open = bursts.keepAlives(now)
      if (open === undefined) bursts.keptAlive(add({ kind: 'keep-alive' }), now)
      else goOn(open, 0)
    },
    piece(event: number, { artifact, bytes, place, marks, whole }: Burst) {
      const open = whole || marks.includes('replaced') ? undefined : bursts.rowOf(artifact, now)
      if (open !== undefined) {
        goOn(open, bytes, marks.includes('last') ? ['last'] : [])
        rowsOfEvents.keep(event, open)
        return
      }
      const row = add({ kind: 'chunks', bytes, artifact, place, marks }, event)
      if (row >= 0 && !whole) bursts.began(artifact, row, now)
      else bursts.end(artifact)
    },
    /** Adds `count` pieces that continue the previous one. */
    pieces(event: number, artifact: number, count: number, bytes: number) {
      const row = bursts.rowOf(artifact, now)
      if (row === undefined) moreRows += count
      else rows.extend(row, { seq: now.seq, ms: now.ms, wireBytes: now.wireBytes, bytes, count })
      now.row = row ?? -1
      for (let index = 0; index < count; index += 1) rowsOfEvents.keep(event + index, now.row)
    },
    rowOf: (event: number) => rows.row(rowsOfEvents.of(event)),
    /** A further sighting of an event; false where that has no row. */
    again(event: number, delayMs: number): boolean {
      const row = rowsOfEvents.of(event)
      if (row < 0) return false
      rows.again(row, { source: now.source, seq: now.seq, delayMs })
      now.row = row
      return true
    },
  }
}

/** Assigns fields one by one, since it runs many times a second. */
function begin(now: CurrentEntry, { sighting, bytes, findings }: Place, ms: number): void {
  now.row = -1
  now.exchangeId = sighting.exchangeId
  now.source = sighting.source
  now.seq = sighting.seq
  now.at = sighting.at
  now.ms = ms
  now.wireBytes = bytes
  now.findings = findings && findingsOf(sighting.seq, findings)
}

/** -1 for an event without a row. */
function createRowsOfEvents() {
  const rows = createNumbers(1)
  return {
    keep(event: number, row: number) {
      while (rows.length <= event) rows.add()
      rows.set(event, 0, row + 1)
    },
    of: (event: number) => (event < rows.length ? rows.get(event, 0) - 1 : -1),
  }
}

// Rows that may still grow: consecutive pieces of one artifact on one exchange share a row, and so do keep-alives. Pieces of
// several artifacts may alternate.

interface EntryArrival {
  readonly exchangeId: string
  readonly source: Source
  readonly ms: number
}

interface OpenBurst extends Omit<EntryArrival, 'ms'> {
  readonly row: number
}

function createBursts(rows: RowTable) {
  const open = new Map<number, OpenBurst>()
  let alive: Omit<OpenBurst, 'source'> | undefined
  return {
    /** The open row that a piece of the artifact continues. */
    rowOf(artifact: number, { exchangeId, source, ms }: EntryArrival): number | undefined {
      const burst = open.get(artifact)
      if (burst?.exchangeId !== exchangeId || burst.source !== source) return undefined
      return ms - rows.untilMs(burst.row) < pauseMs ? burst.row : undefined
    },
    began(artifact: number, row: number, { exchangeId, source }: EntryArrival) {
      open.set(artifact, { row, exchangeId, source })
    },
    keepAlives: ({ exchangeId }: EntryArrival) => (alive?.exchangeId === exchangeId ? alive.row : undefined),
    keptAlive(row: number, { exchangeId }: EntryArrival) {
      alive = row < 0 ? undefined : { row, exchangeId }
    },
    /** Later pieces begin new rows; of one artifact, or of all. */
    end(artifact?: number) {
      if (artifact !== undefined) {
        open.delete(artifact)
        return
      }
      open.clear()
      alive = undefined
    },
  }
}
