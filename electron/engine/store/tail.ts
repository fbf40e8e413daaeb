// The newest written entries, cached in memory for viewers that follow a stream.

import { firstMatch } from '#shared/collections/list.ts'
import { countOf, cut, type Packed } from '#shared/record/run.ts'
import { within } from './conversation-rows.ts'
import type { EntryFilter } from './filter.ts'
import type { RowToWrite } from './run.ts'

// Newest rows kept in memory; older ones are read from the disk.
const maxTailRows = 4_096
// Newest entries kept in memory; older ones are read from the disk.
const maxTailEntries = 65_536

export function createTail() {
  let rows: RowToWrite[] = []
  let entries = 0

  /** In halves, as moving an array costs its length. */
  const dropOldest = () => {
    if (rows.length <= maxTailRows && entries <= maxTailEntries) return
    const dropped = rows.splice(0, Math.ceil(rows.length / 2))
    entries -= dropped.reduce((sum, { packed }) => sum + countOf(packed), 0)
  }

  const reaches = (after: number): boolean => {
    const [first] = rows
    return first !== undefined && after >= first.packed.seq - 1
  }
  const firstAfter = (seq: number): number =>
    firstMatch(rows.length, (place) => {
      const packed = rows[place]?.packed
      return packed !== undefined && packed.seq + countOf(packed) - 1 > seq
    })

  return {
    push(written: readonly RowToWrite[]) {
      for (const row of written) {
        rows.push(row)
        entries += countOf(row.packed)
      }
      dropOldest()
    },
    /** Undefined where the tail does not reach back far enough, or the filter needs the database. */
    read(after: number, limit: number, filter: EntryFilter | undefined): readonly Packed[] | undefined {
      if (!reaches(after) || filter?.taskId !== undefined) return undefined
      const results: Packed[] = []
      let left = limit
      for (let index = firstAfter(after); index < rows.length && left > 0; index += 1) {
        const packed = rows[index]?.packed
        const part = packed && matches(packed, filter) ? cut(packed, after + 1, left) : undefined
        if (part === undefined) continue
        results.push(part)
        left -= countOf(part)
      }
      return results
    },
    /** Rows of a range; undefined where the tail does not reach back far enough. */
    between(after: number, upTo: number): readonly RowToWrite[] | undefined {
      if (!reaches(after)) return undefined
      return rows.slice(firstAfter(after), firstAfter(upTo) + 1).flatMap((row) => {
        const packed = within(row.packed, after, upTo)
        return packed ? [{ ...row, packed }] : []
      })
    },
    forget() {
      rows = []
      entries = 0
    },
  }
}

/** Ignores `taskId`, which is decided by whole exchanges. */
export function matches(row: Packed, filter: EntryFilter | undefined): boolean {
  if (filter === undefined) return true
  if (filter.sessionId !== undefined && row.sessionId !== filter.sessionId) return false
  if (filter.exchangeId !== undefined && row.exchangeId !== filter.exchangeId) return false
  return filter.kinds === undefined || filter.kinds.includes(row.kind === 'run' ? 'frame' : row.kind)
}
