import type { TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import { TurnButton } from '../../../ui/button.tsx'
import { formatBytes, formatCount, formatDuration } from '../../../ui/format.ts'
import { SeverityMark } from '../../../ui/severity-mark.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { isBroken, nameOfRow, notesOf, piecesOf, rateOf } from './row-words.ts'
import { SourceMark } from './source-mark.tsx'

interface RowTextProps {
  readonly row: TimelineRow
  /** Of the whole artifact, where the row is of one. */
  readonly pieces: number | undefined
  /** Absent where there is nothing to open. */
  readonly open?: boolean | undefined
  onToggle(): void
}

/** What happened, in one line. */
export function RowText({ row, pieces, open, onToggle }: RowTextProps) {
  const says = row.kind !== 'call' && row.text !== ''
  return (
    <span className={`event-text line shrinks gap-7 full-width ${isBroken(row) ? 'error' : row.kind}`}>
      {open !== undefined && (
        <TurnButton
          className="event-toggle"
          label={`${open ? 'Close' : 'Open'} the pieces of ${visibleString(nameOfRow(row))}`}
          isOpen={open}
          onTurn={onToggle}
        />
      )}
      {row.kind === 'status' ? (
        <StateMark state={row.state ?? 'unknown'} />
      ) : (
        <span className="event-name truncate">{visibleString(nameOfRow(row))}</span>
      )}
      {row.kind === 'chunks' && (
        <span className="event-pieces num shrinks nowrap muted small">{piecesOf(row, pieces)}</span>
      )}
      {notesOf(row).map(({ words, weight }) => (
        <span key={words} className={`event-mark ${weight}`}>
          {words}
        </span>
      ))}
      {says && <span className="event-preview muted truncate">{visibleString(row.text)}</span>}
    </span>
  )
}

/** What is wrong with it, how much it is, how it was seen again: from the end of the line on, as far as there is room. */
export function RowFacts({ row, rates }: { readonly row: TimelineRow; readonly rates: boolean }) {
  const rate = rateOf(row)
  const { again, bytes, severity, findings, found, kind, byCaller } = row
  return (
    <span className="event-facts flex gap-8 small">
      {severity && (
        <span
          className="event-finding inline gap-4 muted"
          title={visibleString(found.map(({ message }) => message).join('\n'), 2_000)}
        >
          <SeverityMark severity={severity} />
          <span className="mono">{found[0]?.rule ?? findings}</span>
        </span>
      )}
      {kind === 'chunks' && again.length === 0 && (
        <span className="muted num">
          {formatBytes(bytes)}
          {rates && rate !== undefined && ` · ${Math.round(rate)}/s`}
        </span>
      )}
      {again.toReversed().map(({ source, count, leastDelayMs }) => (
        <span key={source} className="inline gap-4 muted">
          <SourceMark source={source} byCaller={byCaller} bare />
          <span className="num truncate">
            {count > 1 ? `×${count} ` : ''}+{formatDuration(leastDelayMs)}
          </span>
        </span>
      ))}
    </span>
  )
}

export function ChunkText({ chunk, place }: { readonly chunk: TimelineChunk; readonly place: number }) {
  return (
    <span className="event-text piece line shrinks gap-7 full-width">
      <span className="event-pieces num shrinks nowrap muted small">{formatCount(place + 1)}</span>
      <span className="event-preview muted truncate">{visibleString(chunk.text)}</span>
    </span>
  )
}
