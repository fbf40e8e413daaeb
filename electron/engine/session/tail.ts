// The newest written entries, kept in memory for the viewers that follow closely: what a stream appends is handed to them
// without being read back from the file.

import type { Entry } from '#shared/record/entry.ts'
import type { EntryFilter } from './filter.ts'
import { severityNumber, worstSeverity } from './row.ts'

const maxEntries = 2_048

export interface Tail {
  push(entries: readonly Entry[]): void
  /** Undefined where the tail does not reach back far enough, or the filter needs the file. */
  read(after: number, limit: number, filter: EntryFilter | undefined): readonly Entry[] | undefined
  forget(): void
}

export function createTail(): Tail {
  let entries: Entry[] = []

  return {
    push(written) {
      // Dropped in halves, because moving an array costs its length.
      if (entries.length + written.length > maxEntries) entries = entries.slice(-maxEntries / 2)
      for (const entry of written) entries.push(entry)
    },
    read(after, limit, filter) {
      const first = entries[0]
      if (first === undefined || after < first.seq - 1 || !isSimple(filter)) return undefined
      const found: Entry[] = []
      for (let index = after - first.seq + 1; index < entries.length && found.length < limit; index += 1) {
        const entry = entries[index]
        if (entry !== undefined && matches(entry, filter)) found.push(entry)
      }
      return found
    },
    forget() {
      entries = []
    },
  }
}

/** Tasks are decided by whole exchanges, and words by the index. */
function isSimple(filter: EntryFilter | undefined): boolean {
  return filter?.taskId === undefined && filter?.text === undefined
}

function matches(entry: Entry, filter: EntryFilter | undefined): boolean {
  if (filter === undefined) return true
  if (filter.sessionId !== undefined && entry.sessionId !== filter.sessionId) return false
  if (filter.exchangeId !== undefined && entry.exchangeId !== filter.exchangeId) return false
  if (filter.kinds !== undefined && !filter.kinds.includes(entry.kind)) return false
  return filter.severity === undefined || (worstSeverity(entry) ?? -1) >= severityNumber(filter.severity)
}
