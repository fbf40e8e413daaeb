// Rows of a list by position, fetched in pieces as they scroll into view, so that a million rows cost no more than a screenful.

/** Stands for an unchanged row. */
export interface SameRow {
  readonly kept: string
}

export interface Pages<Row> {
  at(index: number): Row | undefined
  /** The range on screen: missing or outdated pieces are fetched. */
  request(from: number, to: number): void
  /** The first visible pieces, to be requested with the next change; at the end of the list the last piece and the one after it. */
  requested(): Range
  /** The list has this many rows now, and rows read before may have changed, except `receivedRows`. */
  grow(total: number, receivedRows?: ReceivedRows<Row>): void
  close(): void
}

interface ReceivedRows<Row> {
  readonly offset: number
  readonly rows: readonly (Row | SameRow)[]
}

export interface Range {
  readonly offset: number
  readonly limit: number
}

interface PageOptions<Row> {
  load(offset: number, limit: number, signal: AbortSignal): Promise<readonly Row[]>
  onChange(): void
  onProblem(error: unknown): void
  /** Rows are only added, never changed: a full piece stays valid. */
  readonly final?: boolean
  /** The key by which an answer names an unchanged row. */
  readonly keyOf?: ((row: Row) => string) | undefined
}

const piece = 100
// Pieces cached in the page; others are requested again when they scroll into view.
const maxHeldPieces = 60
// Pieces requested at once, however tall the window is.
const maxRequestedPieces = 5
// Of these, requested together with the next change.
const maxPiecesAlong = 2

export function createPages<Row>({
  load,
  onChange,
  onProblem,
  final = false,
  keyOf,
}: PageOptions<Row>): Pages<Row> {
  const stop = new AbortController()
  const heldPieces = createHeldPieces<Row>(keyOf)
  const loading = new Set<number>()
  let requested = { first: 0, last: 0 }
  let total = 0
  let version = 0

  const isStale = (number: number): boolean => {
    const existing = heldPieces.get(number)
    if (!existing) return true
    return final ? existing.rows.length < Math.min(piece, total - number * piece) : existing.version < version
  }
  const fetchPiece = async (number: number) => {
    loading.add(number)
    const newest = version
    try {
      heldPieces.keep(
        number,
        { version: newest, rows: await load(number * piece, piece, stop.signal) },
        requested,
      )
      if (!stop.signal.aborted) onChange()
    } catch (error) {
      if (!stop.signal.aborted) onProblem(error)
      return
    } finally {
      loading.delete(number)
    }
    if (newest < version) fill()
  }
  const fill = () => {
    for (let number = requested.first; number <= requested.last; number++) {
      const exists = number * piece < total
      if (exists && !loading.has(number) && !stop.signal.aborted && isStale(number)) void fetchPiece(number)
    }
  }

  return {
    at: (index) => heldPieces.get(Math.floor(index / piece))?.rows[index % piece],
    requested: () => rangeAlong(requested, total),
    request(from, to) {
      const first = Math.floor(Math.max(0, from) / piece)
      const last = Math.floor(Math.max(0, to) / piece)
      requested = { first, last: Math.min(last, first + maxRequestedPieces - 1) }
      fill()
    },
    grow(next, receivedRows) {
      total = next
      version++
      if (receivedRows) heldPieces.take(receivedRows, { version, requested })
      fill()
    },
    close: () => stop.abort(),
  }
}

/** Numbers of pieces, both inclusive. */
interface Pieces {
  readonly first: number
  readonly last: number
}

function rangeAlong({ first, last }: Pieces, total: number): Range {
  const along = Math.min(maxPiecesAlong, last - first + 1)
  const isAtEnd = total > 0 && (last + 1) * piece >= total
  if (!isAtEnd) return { offset: first * piece, limit: along * piece }
  return { offset: (last + 1 - along) * piece, limit: (along + 1) * piece }
}

interface HeldPieces<Row> {
  readonly version: number
  readonly rows: readonly Row[]
}

/** The cached pieces, each with the version at which it was read. */
function createHeldPieces<Row>(keyOf: PageOptions<Row>['keyOf']) {
  const pieces = new Map<number, HeldPieces<Row>>()

  /** Rows of one version by key, for an answer in which they have moved. */
  const rowsByKey = (version: number): ReadonlyMap<string, Row> => {
    const rows = new Map<string, Row>()
    for (const heldPieces of pieces.values())
      if (keyOf && heldPieces.version === version)
        for (const row of heldPieces.rows) rows.set(keyOf(row), row)
    return rows
  }
  /** Fills unchanged rows in; undefined where one of them is not cached in that version. */
  const whole = (
    number: number,
    rows: readonly (Row | SameRow)[],
    newest: number,
  ): readonly Row[] | undefined => {
    const heldPieces = pieces.get(number)
    const before = heldPieces?.version === newest ? heldPieces.rows : []
    let byKey: ReadonlyMap<string, Row> | undefined
    const shown: Row[] = []
    for (const [index, row] of rows.entries()) {
      let there = isKept(row) ? before[index] : row
      if (isKept(row) && (there === undefined || keyOf?.(there) !== row.kept)) {
        byKey ??= rowsByKey(newest)
        there = byKey.get(row.kept)
      }
      if (there === undefined) return undefined
      shown.push(there)
    }
    return shown
  }
  /** Adds a piece; where there are too many, pieces out of sight are dropped. */
  const keep = (number: number, { version, rows }: HeldPieces<Row>, requested: Pieces) => {
    const heldPieces = pieces.get(number)
    if (heldPieces && heldPieces.version > version) return
    pieces.delete(number)
    pieces.set(number, { version, rows: heldPieces ? reusing(heldPieces.rows, rows) : rows })
    for (const each of pieces.keys()) {
      if (pieces.size <= maxHeldPieces) return
      if (each < requested.first || each > requested.last) pieces.delete(each)
    }
  }

  return {
    get: (number: number) => pieces.get(number),
    keep,
    /** Adds the rows that arrived with a change: all pieces are completed before any replaces a cached one. */
    take(
      { offset, rows }: ReceivedRows<Row>,
      { version, requested }: { readonly version: number; readonly requested: Pieces },
    ) {
      const received: (readonly [number: number, rows: readonly Row[] | undefined])[] = []
      for (let start = 0; start < rows.length; start += piece) {
        const number = (offset + start) / piece
        received.push([number, whole(number, rows.slice(start, start + piece), version - 1)])
      }
      for (const [number, shown] of received) if (shown) keep(number, { version, rows: shown }, requested)
    },
  }
}

function isKept(row: unknown): row is SameRow {
  return typeof row === 'object' && row !== null && 'kept' in row
}

/** An equal row keeps its reference, so that its component is not drawn again. */
function reusing<Row>(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  return after.map((row, index) => {
    const existing = before[index]
    if (existing === row) return row
    return existing !== undefined && JSON.stringify(existing) === JSON.stringify(row) ? existing : row
  })
}
