import type { SessionRecord } from '../store/record.ts'

const page = 1_000
/** Entries a search of a timeline goes through, the oldest; the console's filter goes through all. */
const maxFoundEntries = 100_000

/** The entries around a task that hold these words, by the record's own index. */
export async function seqsWith(
  record: SessionRecord,
  taskId: string,
  text: string,
): Promise<readonly number[]> {
  const found: number[] = []
  for (let after = 0; found.length < maxFoundEntries; ) {
    const { entries } = await record.read({ after, limit: page, filter: { taskId, text } })
    found.push(...entries.map(({ seq }) => seq))
    const last = entries.at(-1)
    if (!last || entries.length < page) break
    after = last.seq
  }
  return found
}
