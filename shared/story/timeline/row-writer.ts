// Writes the rows of a timeline, entry by entry: consecutive pieces share a row, findings go to the row of their entry, and
// each event of the task is mapped to its row.

import { createNumbers } from '../../collections/numbers.ts'
import type { Place, Source } from '../sightings.ts'
import type { RowMark } from './outline.ts'
import {
  createWaitingFindings,
  findingsOf,
  type MorePieces,
  type NewRow,
  type RowFindings,
  RowTable,
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

/** The rest is that of the current entry. */
type AddedRow = Omit<NewRow, 'seq' | 'ms' | 'source' | 'wireBytes'>

interface Burst {
  /** Position of its artifact. */
  readonly artifact: number
  readonly bytes: number
  readonly place: number
  readonly marks: readonly RowMark[]
  /** It begins a row, and so does the next one. */
  readonly whole: boolean
}

export class RowWriter {
  readonly rows = new RowTable()
  readonly #bursts = createBursts(this.rows)
  readonly #waiting = createWaitingFindings((row, findings) => this.rows.addFindings(row, findings))
  /** From 1 by event; 0 where that has none. */
  readonly #rowsOfEvents = createNumbers(1)
  readonly #now: CurrentEntry = {
    row: -1,
    exchangeId: '',
    source: 'stream',
    seq: 0,
    at: 0,
    ms: 0,
    wireBytes: 0,
    findings: undefined,
  }
  readonly now: Readonly<CurrentEntry> = this.#now
  #moreRows = 0

  /** Rows past the bound. */
  readonly more = () => this.#moreRows

  /** Fields are set one by one, since this runs for every entry. */
  begin({ sighting, bytes, findings }: Place, ms: number) {
    const now = this.#now
    now.row = -1
    now.exchangeId = sighting.exchangeId
    now.source = sighting.source
    now.seq = sighting.seq
    now.at = sighting.at
    now.ms = ms
    now.wireBytes = bytes
    now.findings = findings && findingsOf(sighting.seq, findings)
  }

  settle() {
    const now = this.#now
    this.#waiting.settle(now.exchangeId, now.row, now.findings)
    now.findings = undefined
  }

  /** Findings of the exchange wait for its next row. */
  readonly isWaiting = () => this.#waiting.has(this.#now.exchangeId)

  /** A row that ends the bursts before it; `event`: what it is of. */
  stand(row: AddedRow, event?: number) {
    this.#bursts.end()
    this.#add(row, event)
  }

  keepAlive() {
    const open = this.#bursts.keepAlives(this.#now)
    if (open === undefined) this.#bursts.keptAlive(this.#add({ kind: 'keep-alive' }), this.#now)
    else this.#goOn(open, { bytes: 0 })
  }

  piece(event: number, { artifact, bytes, place, marks, whole }: Burst) {
    const open = whole || marks.includes('replaced') ? undefined : this.#bursts.rowOf(artifact, this.#now)
    if (open !== undefined) {
      this.#goOn(open, { bytes, marks: marks.includes('last') ? ['last'] : [] })
      this.#setRow(event, open)
      return
    }
    const row = this.#add({ kind: 'chunks', bytes, artifact, place, marks }, event)
    if (row >= 0 && !whole) this.#bursts.began(artifact, row, this.#now)
    else this.#bursts.end(artifact)
  }

  /** So many pieces that go on with the one before. */
  pieces(event: number, artifact: number, count: number, bytes: number) {
    const row = this.#bursts.rowOf(artifact, this.#now)
    if (row === undefined) this.#moreRows += count
    else this.#goOn(row, { bytes, count })
    this.#now.row = row ?? -1
    for (let index = 0; index < count; index += 1) this.#setRow(event + index, this.#now.row)
  }

  /** The row of an event, where it has one. */
  readonly rowOf = (event: number) => this.rows.row(this.#rowNumberOf(event))

  /** A further sighting of an event; false where that has no row. */
  again(event: number, delayMs: number): boolean {
    const row = this.#rowNumberOf(event)
    if (row < 0) return false
    const { source, seq } = this.#now
    this.rows.again(row, { source, seq, delayMs })
    this.#now.row = row
    return true
  }

  #add(row: AddedRow, event?: number): number {
    const { source, seq, ms, wireBytes } = this.#now
    const index = this.rows.add({ ...row, source, seq, ms, wireBytes })
    if (index === undefined) this.#moreRows++
    else this.#now.row = index
    if (event !== undefined) this.#setRow(event, index ?? -1)
    return index ?? -1
  }

  #goOn(row: number, more: Pick<MorePieces, 'bytes' | 'count' | 'marks'>) {
    const { seq, ms, wireBytes } = this.#now
    this.rows.extend(row, { seq, ms, wireBytes, ...more })
    this.#now.row = row
  }

  #setRow(event: number, row: number) {
    while (this.#rowsOfEvents.length <= event) this.#rowsOfEvents.add()
    this.#rowsOfEvents.set(event, 0, row + 1)
  }

  /** -1 where the event has none. */
  #rowNumberOf(event: number): number {
    return event < this.#rowsOfEvents.length ? this.#rowsOfEvents.get(event, 0) - 1 : -1
  }
}

// Rows that may still grow: consecutive pieces of one artifact on one exchange share a row, and so do keep-alives. Pieces of
// several artifacts may alternate.

type EntryArrival = Pick<CurrentEntry, 'exchangeId' | 'source' | 'ms'>
type OpenBurst = Pick<CurrentEntry, 'row' | 'exchangeId' | 'source'>

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
