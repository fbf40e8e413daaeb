// Rows by their index, in pieces: a million of them cost what is on screen.

export interface Pages<Row> {
  at(index: number): Row | undefined
  /** What is on screen. */
  want(from: number, to: number): void
  /** How many there are now. */
  grow(count: number): void
  close(): void
}

const piece = 200
const mostPieces = 40

export function createPages<Row>(
  load: (offset: number, limit: number, signal: AbortSignal) => Promise<readonly Row[]>,
  onChange: () => void,
): Pages<Row> {
  const stop = new AbortController()
  const pieces = new Map<number, readonly Row[]>()
  const loading = new Set<number>()
  let wanted = { first: 0, last: 0 }
  let total = 0

  const fetch = async (number: number) => {
    if (loading.has(number)) return
    loading.add(number)
    try {
      const rows = await load(number * piece, piece, stop.signal)
      pieces.delete(number)
      pieces.set(number, rows)
      const [oldest] = pieces.keys()
      if (pieces.size > mostPieces && oldest !== undefined) pieces.delete(oldest)
      onChange()
    } catch {
      // The query that counts them says what is wrong.
    } finally {
      loading.delete(number)
    }
  }
  const fill = () => {
    for (let number = wanted.first; number <= wanted.last; number += 1) {
      const expected = Math.min(piece, total - number * piece)
      if (expected > 0 && (pieces.get(number)?.length ?? 0) < expected) void fetch(number)
    }
  }

  return {
    at: (index) => pieces.get(Math.floor(index / piece))?.[index % piece],
    want(from, to) {
      wanted = { first: Math.floor(from / piece), last: Math.floor(to / piece) }
      fill()
    },
    grow(count) {
      total = count
      fill()
    },
    close: () => stop.abort(),
  }
}
