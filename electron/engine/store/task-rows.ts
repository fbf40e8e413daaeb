// Single entries by their numbers, wherever they lie in a row.

import type { Entry } from '#shared/record/entry.ts'
import { countOf, cut, type Packed, unpack } from '#shared/record/run.ts'
import { textColumn } from './column.ts'
import { prepared } from './prepared.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import type { Store } from './store.ts'

export interface TaskReader {
  /** Those that are gone are left out. */
  entriesAt(seqs: Iterable<number>): readonly Entry[]
  /** That have an entry about it. */
  exchangesOf(taskId: string): ReadonlySet<string>
}

interface TaskReaderDeps {
  stores(): readonly Store[]
  onRead(): void
}

export function createTaskReader({ stores, onRead }: TaskReaderDeps): TaskReader {
  const firstFound = <T>(find: (store: Store) => T | undefined): T | undefined => {
    for (const store of stores()) {
      const found = find(store)
      if (found !== undefined) return found
    }
    return undefined
  }
  const rowHolding = createRowHolding()
  return {
    entriesAt(seqs) {
      onRead()
      const wanted = [...seqs]
      const entries: Entry[] = []
      for (let next = 0; next < wanted.length; ) {
        const first = wanted[next] ?? 0
        const held = firstFound((store) => rowHolding(store, first))
        let end = next + 1
        // Neighbours share a row, and reading one costs what all of it is long.
        while (held && isIn(held, wanted[end])) end += 1
        if (held) entries.push(...pick(held, wanted.slice(next, end)))
        next = end
      }
      return entries
    },
    exchangesOf(taskId) {
      const sql = `SELECT uid FROM exchange WHERE id IN
        (SELECT exchange FROM entry WHERE task = (SELECT id FROM task WHERE uid = ?))`
      const rows = stores().flatMap((store) => prepared(store, sql).all(taskId))
      return new Set(rows.map((row) => textColumn(row, 'uid')))
    },
  }
}

function isIn(held: Packed, seq: number | undefined): boolean {
  return seq !== undefined && seq >= held.seq && seq < held.seq + countOf(held)
}

function pick(held: Packed, seqs: readonly number[]): readonly Entry[] {
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
  const span = cut(held, first, last - first + 1)
  const entries = span ? unpack([span]) : []
  return seqs.flatMap((seq) => entries[seq - first] ?? [])
}

/** The row that holds an entry. A screenful is many of them, read anew while a task goes on. */
function createRowHolding(): (store: Store, seq: number) => Packed | undefined {
  const sql = `SELECT ${storedColumns} FROM entry e ${withNames} WHERE e.seq = (SELECT max(seq) FROM entry WHERE seq <= ?) AND e.seq + e.n > ?`
  return (store, seq) => {
    const row = prepared(store, sql).get(seq, seq)
    return row && packedOf(row)
  }
}
