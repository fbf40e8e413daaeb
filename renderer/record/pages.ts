// Rows of a list by their position, fetched in pieces where they are looked at: a million of them cost what is on screen.

export interface Pages<Row> {
  at(index: number): Row | undefined
  /** What is on screen: it is fetched when it is missing or out of date. */
  want(from: number, to: number): void
  /** The first pieces of that, to ask for anew. */
  wanted(): Range
  /** The list has so many rows now, and what was read before may have changed, but for rows that are handed in. */
  grow(total: number, known?: { readonly offset: number; readonly rows: readonly Row[] }): void
  close(): void
}

export interface Range {
  readonly offset: number
  readonly limit: number
}

interface PageOptions<Row> {
  load(offset: number, limit: number, signal: AbortSignal): Promise<readonly Row[]>
  onChange(): void
  onProblem(error: unknown): void
  /** Rows are only added, never changed: a piece that is full stays as it is. */
  readonly final?: boolean
}

const piece = 100
const mostPieces = 60
/** Pieces asked for at once, however tall the window is. */
const mostWanted = 5
/** Of these, asked for along with what has changed. */
const mostAlong = 2

export function createPages<Row>({ load, onChange, onProblem, final = false }: PageOptions<Row>): Pages<Row> {
  const stop = new AbortController()
  const pieces = new Map<number, { readonly version: number; readonly rows: readonly Row[] }>()
  const loading = new Set<number>()
  let wanted = { first: 0, last: 0 }
  let total = 0
  let version = 0

  const isStale = (number: number): boolean => {
    const known = pieces.get(number)
    if (!known) return true
    return final ? known.rows.length < Math.min(piece, total - number * piece) : known.version < version
  }
  const keep = (number: number, rows: readonly Row[], of: number) => {
    const known = pieces.get(number)
    if (known && known.version > of) return
    pieces.delete(number)
    pieces.set(number, { version: of, rows: known ? reusing(known.rows, rows) : rows })
    for (const each of pieces.keys()) {
      if (pieces.size <= mostPieces) return
      if (each < wanted.first || each > wanted.last) pieces.delete(each)
    }
  }
  const fetchPiece = async (number: number) => {
    loading.add(number)
    const of = version
    try {
      keep(number, await load(number * piece, piece, stop.signal), of)
      if (!stop.signal.aborted) onChange()
    } catch (error) {
      if (!stop.signal.aborted) onProblem(error)
      return
    } finally {
      loading.delete(number)
    }
    if (of < version) fill()
  }
  const fill = () => {
    for (let number = wanted.first; number <= wanted.last; number++) {
      const exists = number * piece < total
      if (exists && !loading.has(number) && !stop.signal.aborted && isStale(number)) void fetchPiece(number)
    }
  }

  return {
    at: (index) => pieces.get(Math.floor(index / piece))?.rows[index % piece],
    wanted() {
      const { first, last } = wanted
      return { offset: first * piece, limit: Math.min(mostAlong, last - first + 1) * piece }
    },
    want(from, to) {
      const first = Math.floor(Math.max(0, from) / piece)
      const last = Math.floor(Math.max(0, to) / piece)
      wanted = { first, last: Math.min(last, first + mostWanted - 1) }
      fill()
    },
    grow(next, known) {
      total = next
      version++
      for (let start = 0; known && start < known.rows.length; start += piece)
        keep((known.offset + start) / piece, known.rows.slice(start, start + piece), version)
      fill()
    },
    close: () => stop.abort(),
  }
}

/** A row that says the same keeps its reference, so that what draws it is left alone. */
function reusing<Row>(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  return after.map((row, index) => {
    const known = before[index]
    return known !== undefined && JSON.stringify(known) === JSON.stringify(row) ? known : row
  })
}
