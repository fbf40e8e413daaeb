import type { TaskFold } from '#shared/story/timeline/task-fold.ts'
import type { SessionRecord } from '../store/record.ts'

const page = 1_000
/** Entries a search goes through; a word in all of a million pieces is in all of their bursts anyway. */
const mostFound = 100_000

/** The rows whose entries hold these words, by the record's own index. */
export async function rowsWithText(
  record: SessionRecord,
  fold: TaskFold,
  taskId: string,
  text: string,
): Promise<ReadonlySet<number>> {
  const rows = new Set<number>()
  let after = 0
  for (let found = 0; found < mostFound; found += page) {
    const { entries } = await record.read({ after, limit: page, filter: { taskId, text } })
    for (const { seq } of entries) {
      const row = fold.rows.rowOfSeq(seq)
      if (row !== undefined) rows.add(row)
    }
    const last = entries.at(-1)
    if (!last || entries.length < page) break
    after = last.seq
  }
  return rows
}
