// The newest written entries, kept in memory for the viewers that follow closely: what a stream appends is handed to them
// without being read back from the file.

import { countOf, cut, firstEndingAfter, type Packed } from '#shared/record/run.ts'
import type { EntryFilter } from './filter.ts'

const maxRows = 4_096
const maxEntries = 65_536

export interface Tail {
  push(rows: readonly Packed[]): void
  /** Undefined where the tail does not reach back far enough, or the filter needs the file. */
  read(after: number, limit: number, filter: EntryFilter | undefined): readonly Packed[] | undefined
  forget(): void
}

export function createTail(): Tail {
  let rows: Packed[] = []
  let entries = 0

  /** In halves, because moving an array costs its length. */
  const dropOldest = () => {
    if (rows.length <= maxRows && entries <= maxEntries) return
    const dropped = rows.splice(0, Math.ceil(rows.length / 2))
    entries -= dropped.reduce((sum, row) => sum + countOf(row), 0)
  }

  return {
    push(written) {
      for (const row of written) {
        rows.push(row)
        entries += countOf(row)
      }
      dropOldest()
    },
    read(after, limit, filter) {
      const first = rows[0]
      if (first === undefined || after < first.seq - 1 || !isSimple(filter)) return undefined
      const found: Packed[] = []
      let left = limit
      for (let index = firstEndingAfter(rows, after); index < rows.length && left > 0; index += 1) {
        const row = rows[index]
        const part = row !== undefined && matches(row, filter) ? cut(row, after + 1, left) : undefined
        if (part === undefined) continue
        found.push(part)
        left -= countOf(part)
      }
      return found
    },
    forget() {
      rows = []
      entries = 0
    },
  }
}

/** Tasks are decided by whole exchanges, and words by the index. */
function isSimple(filter: EntryFilter | undefined): boolean {
  return filter?.taskId === undefined && filter?.text === undefined
}

function matches(row: Packed, filter: EntryFilter | undefined): boolean {
  if (filter === undefined) return true
  if (filter.sessionId !== undefined && row.sessionId !== filter.sessionId) return false
  if (filter.exchangeId !== undefined && row.exchangeId !== filter.exchangeId) return false
  return filter.kinds === undefined || filter.kinds.includes(row.kind === 'run' ? 'frame' : row.kind)
}
