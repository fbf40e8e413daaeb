// A row keeps its reference while its segment does.

import { defined } from '../../defined.ts'
import { readFarMark } from '../../record/entry-body.ts'
import type { BareRow, RowPart, TextFacts } from './chat-row.ts'
import type { PartSegment, Segment, TextSegment } from './segment.ts'
import { entryRefOf } from './segments.ts'

export type SegmentRows = (segments: readonly Segment[]) => readonly BareRow[]

/** `farSecret`: part of the marks of files that were left in the record. */
export function createSegmentRows(farSecret: string): SegmentRows {
  const textRows = new WeakMap<TextSegment, { readonly facts: TextFacts; readonly rows: BareRow[] }>()
  const partRows = new WeakMap<Segment, BareRow>()

  /** Rows of finished pieces are created once. */
  const piecesOf = (segment: TextSegment): readonly BareRow[] => {
    const textRow = textRows.get(segment)
    const isSame = textRow && (textRow.facts.length ?? segment.pieces.length) === segment.pieces.length
    const made = isSame ? textRow : { facts: textFacts(segment), rows: [] }
    textRows.set(segment, made)
    const { facts, rows } = made
    const pieces = segment.pieces.list()
    for (let index = Math.max(0, rows.length - 1); index < pieces.length; index++) {
      const piece = pieces[index]
      const before = rows[index]
      if (!piece || (before?.kind === 'text' && before.piece === piece)) continue
      rows[index] = {
        kind: 'text',
        key: `${segment.key}:${index}`,
        segment: facts,
        piece,
        isFirst: index === 0,
      }
    }
    return rows.slice()
  }
  const partRow = (segment: PartSegment): BareRow => {
    const { key, part } = segment
    const made: BareRow = partRows.get(segment) ?? {
      kind: 'part',
      key,
      segment: { key, place: placeOf(segment) },
      part: withoutFile(part, farSecret),
    }
    partRows.set(segment, made)
    return made
  }
  return (segments) =>
    segments.flatMap((segment) => (segment.kind === 'part' ? [partRow(segment)] : piecesOf(segment)))
}

export function withoutFile(part: PartSegment['part'], farSecret: string): RowPart {
  const far = part.kind === 'file-bytes' ? readFarMark(farSecret, part.base64) : undefined
  return part.kind === 'file-bytes' && far ? { ...part, base64: '', far } : part
}

const shownWhole = /^text\/(?:csv|html)/i

function textFacts(segment: TextSegment): TextFacts {
  const { key, mediaType, filename, pieces } = segment
  return {
    key,
    place: placeOf(segment),
    ...defined({ mediaType, filename }),
    ...(shownWhole.test(mediaType ?? '') && { length: pieces.length }),
  }
}

function placeOf({ origins: [first] }: Segment) {
  return first ? entryRefOf(first.place) : { exchangeId: '', seq: 0 }
}
