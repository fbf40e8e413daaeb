// Single entries by their numbers, wherever they lie in a row.

import type { Entry } from '#shared/record/entry.ts'
import { countOf, cut, type Packed, unpack } from '#shared/record/run.ts'
import { textColumn } from './column.ts'
import { firstIn } from './per-store.ts'
import { prepared } from './prepared.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import type { Store } from './store.ts'
import type { Writing } from './writing.ts'

export type TaskReader = ReturnType<typeof createTaskReader>

export function createTaskReader({ stores }: Writing, onRead: () => void) {
  return {
    /** Those that are gone are left out. */
    entriesAt(seqs: Iterable<number>): readonly Entry[] {
      onRead()
      const wanted = [...seqs]
      const entries: Entry[] = []
      for (let next = 0; next < wanted.length; ) {
        const first = wanted[next] ?? 0
        const held = rowHolding(stores(), first)
        let end = next + 1
        // Neighbours share a row, and reading one costs what all of it is long.
        while (held && isIn(held, wanted[end])) end += 1
        if (held) entries.push(...pick(held, wanted.slice(next, end)))
        next = end
      }
      return entries
    },
    /** That have an entry about it. */
    exchangesOf(taskId: string): ReadonlySet<string> {
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
function rowHolding(stores: readonly Store[], seq: number): Packed | undefined {
  const sql = `SELECT ${storedColumns} FROM entry e ${withNames} WHERE e.seq = (SELECT max(seq) FROM entry WHERE seq <= ?) AND e.seq + e.n > ?`
  const row = firstIn(stores, (store) => prepared(store, sql).get(seq, seq))
  return row && packedOf(row)
}
