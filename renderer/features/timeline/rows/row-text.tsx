import { AudioWaveform, type LucideIcon, RefreshCw, Reply, SendHorizontal, Webhook } from 'lucide-react'
import type { Source } from '#shared/story/sightings.ts'
import type { TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import { TurnButton } from '../../../ui/button.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { SeverityMark, StateMark } from '../../../ui/marks.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { isBroken, nameOfRow, notesOf, piecesOf, sourceWord } from '../row-words.ts'

const icons: Readonly<Record<Source, LucideIcon>> = {
  sent: SendHorizontal,
  stream: AudioWaveform,
  reply: Reply,
  poll: RefreshCw,
  push: Webhook,
}

const sentences: Readonly<Record<Source, string>> = {
  sent: 'sent by you',
  stream: 'seen on a stream',
  reply: 'seen in a reply',
  poll: 'seen by polling',
  push: 'pushed to the webhook',
}

interface RowTextProps {
  readonly row: TimelineRow
  /** Of the whole artifact, for a row of one. */
  readonly pieces: number | undefined
  /** Absent if it cannot be opened. */
  readonly open?: boolean | undefined
  onToggle(): void
}

export function RowText({ row, pieces, open, onToggle }: RowTextProps) {
  const hasText = row.kind !== 'call' && row.text !== ''
  const toggle = open !== undefined && (
    <TurnButton
      className="event-toggle"
      label={`${open ? 'Close' : 'Open'} the entries of ${visibleString(nameOfRow(row))}`}
      isOpen={open}
      onTurn={onToggle}
    />
  )
  return (
    <span className={`event-text line shrinks gap-7 full-width ${isBroken(row) ? 'error' : row.kind}`}>
      {row.kind === 'status' ? (
        <>
          <StateMark state={row.state ?? 'unknown'} />
          {toggle}
        </>
      ) : (
        <>
          {toggle}
          <span className="event-name truncate">{visibleString(nameOfRow(row))}</span>
        </>
      )}
      {row.kind === 'chunks' && (
        <span className="event-pieces num truncate dim small">{piecesOf(row, pieces)}</span>
      )}
      {notesOf(row).map(({ words, weight }) => (
        <span key={words} className={`event-mark ${weight}`}>
          {words}
        </span>
      ))}
      {hasText && <span className="event-preview dim truncate">{visibleString(row.text)}</span>}
      <RowFacts row={row} />
    </span>
  )
}

/** Findings and other sightings: at the end of the line, as far as there is room. */
function RowFacts({ row }: { readonly row: TimelineRow }) {
  const { again, severity, findings, found, byCaller } = row
  if (!severity && again.length === 0) return
  return (
    <span className="event-facts flex gap-8 small">
      {severity && (
        <span
          className="event-finding inline gap-4 dim"
          title={visibleString(found.map(({ message }) => message).join('\n'), 2_000)}
        >
          <SeverityMark severity={severity} />
          <span className="mono">{found[0]?.rule ?? findings}</span>
        </span>
      )}
      {again.toReversed().map(({ source, count, leastDelayMs }) => (
        <span key={source} className="inline gap-4 dim">
          <SourceMark source={source} byCaller={byCaller} bare />
          <span className="num truncate">
            {count > 1 ? `×${count} ` : ''}+{formatDuration(leastDelayMs)}
          </span>
        </span>
      ))}
    </span>
  )
}

export function ChunkText({ chunk }: { readonly chunk: TimelineChunk }) {
  return (
    <span className="event-text piece line shrinks gap-7 full-width">
      <span className="event-preview dim truncate">{visibleString(chunk.text)}</span>
    </span>
  )
}

interface SourceMarkProps {
  readonly source: Source
  /** The sender calls through a tap. */
  readonly byCaller?: true | undefined
  /** Only the shape, where the word has no room. */
  readonly bare?: boolean
}

/** The source of a fact: colour, shape and word. */
export function SourceMark({ source, byCaller, bare = false }: SourceMarkProps) {
  const Icon = icons[source]
  const sender = byCaller ? { byCaller } : {}
  return (
    <span
      className={`source-mark inline gap-5 small ${source}`}
      title={source === 'sent' && byCaller ? 'sent by the caller, through a tap' : sentences[source]}
    >
      <Icon size={12} />
      <span className={bare ? 'visually-hidden' : undefined}>{sourceWord(source, sender)}</span>
    </span>
  )
}
