import type { Recorder } from './recorder.ts'

type Rows = Pick<Recorder, 'rows' | 'chunkSeq'>

/** The entries of a row, in the order of the record: what began it, the pieces it grew by, and what showed the same again. */
export function entriesOfRow(
  { rows, chunkSeq }: Rows,
  index: number,
  from: number,
  limit: number,
): readonly number[] {
  const row = rows.row(index)
  if (!row) return []
  const { artifact, place, count } = row
  const piecesFrom = (first: number, length: number) =>
    artifact === undefined
      ? []
      : Array.from({ length }, (_, step) => chunkSeq(artifact, place + first + step)).filter(
          (seq) => seq !== undefined,
        )
  // A long burst is read by page.
  if (artifact !== undefined && row.again.length === 0)
    return piecesFrom(from, Math.max(0, Math.min(limit, count - from)))
  const all = new Set([...piecesFrom(0, count), ...rows.seqsOf(index)])
  return [...all].sort((one, other) => one - other).slice(from, from + limit)
}
