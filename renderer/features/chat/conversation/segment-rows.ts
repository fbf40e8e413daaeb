// Rows of segments. A row keeps its reference while its segment does.

import type { Row } from './row.ts'
import type { Segment, TextSegment } from './segments.ts'

export function createSegmentRows(): (segments: readonly Segment[]) => readonly Row[] {
  const textRows = new WeakMap<TextSegment, Row[]>()
  const partRows = new WeakMap<Segment, Row>()
  const gapRows = new WeakMap<Segment, Row>()

  /** Rows of finished pieces are made once. */
  const piecesOf = (segment: TextSegment): readonly Row[] => {
    const rows = textRows.get(segment) ?? []
    textRows.set(segment, rows)
    const pieces = segment.pieces.list()
    for (let index = Math.max(0, rows.length - 1); index < pieces.length; index++) {
      const piece = pieces[index]
      const before = rows[index]
      if (!piece || (before?.kind === 'text' && before.piece === piece)) continue
      rows[index] = { kind: 'text', key: `${segment.key}:${index}`, segment, piece, isFirst: index === 0 }
    }
    return rows.slice()
  }
  const partRow = (segment: Extract<Segment, { kind: 'part' }>): Row => {
    const made: Row = partRows.get(segment) ?? { kind: 'part', key: segment.key, segment }
    partRows.set(segment, made)
    return made
  }
  const gapRow = (segment: Segment): Row => {
    const made: Row = gapRows.get(segment) ?? { kind: 'gap', key: `${segment.key}.gap` }
    gapRows.set(segment, made)
    return made
  }
  return (segments) =>
    segments.flatMap((segment): readonly Row[] => {
      const rows = segment.kind === 'part' ? [partRow(segment)] : piecesOf(segment)
      return segment.afterGap ? [gapRow(segment), ...rows] : rows
    })
}
