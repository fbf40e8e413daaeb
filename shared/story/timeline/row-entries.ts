import { firstWhere } from '../../collections/first-where.ts'
import type { Recorder } from './recorder.ts'

type Rows = Pick<Recorder, 'rows' | 'chunkSeq'>

/**
 * The entries of a row, in the order of the record: what began it, the pieces it grew by, and what showed the same again. A page of them
 * costs what it holds, however many pieces there are.
 */
export function entriesOfRow(
  { rows, chunkSeq }: Rows,
  index: number,
  from: number,
  limit: number,
): readonly number[] {
  const row = rows.row(index)
  if (!row) return []
  const { artifact } = row
  const pieces = artifact === undefined ? 0 : row.count
  const pieceAt = (place: number) =>
    artifact === undefined ? undefined : chunkSeq(artifact, row.place + place)
  /** How many pieces are before an entry. */
  const before = (seq: number) =>
    firstWhere(pieces, (place) => (pieceAt(place) ?? Number.POSITIVE_INFINITY) >= seq)
  const others =
    artifact !== undefined && row.again.length === 0
      ? []
      : rows.seqsOf(index).filter((seq) => pieceAt(before(seq)) !== seq)
  let other = firstWhere(others.length, (at) => before(others[at] ?? 0) + at >= from)
  let piece = Math.max(0, from - other)
  const page: number[] = []
  while (page.length < limit) {
    const [next, twin] = [piece < pieces ? pieceAt(piece) : undefined, others[other]]
    const seq = Math.min(next ?? Number.POSITIVE_INFINITY, twin ?? Number.POSITIVE_INFINITY)
    if (!Number.isFinite(seq)) break
    page.push(seq)
    if (seq === next) piece += 1
    else other += 1
  }
  return page
}
