import { X } from 'lucide-react'
import { useMemo } from 'react'
import type { TimelineRow } from '#shared/story/timeline/outline.ts'
import { useEntry, useExchange } from '../../record/use-exchange.ts'
import { useSelection } from '../../state/selection.ts'
import { showOnWire } from '../../state/show-on-wire.ts'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { CodeText } from '../../ui/code-text.tsx'
import {
  counted,
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  joinDefined,
} from '../../ui/format.ts'
import { SeverityMark, StateMark } from '../../ui/marks.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { EntryBody } from '../console/index.ts'
import { againInWords, nameOfRow, notesOf, rateOf } from './row-words.ts'
import { SourceMark } from './rows/row-text.tsx'

interface RowDetailProps {
  readonly row: TimelineRow
  /** The entry whose bytes are shown. */
  readonly entry: { readonly exchangeId: string; readonly seq: number }
  onClose(): void
}

export function RowDetail({ row, entry, onClose }: RowDetailProps) {
  const { source, byCaller, again, found, findings, count, wireBytes, sinceMs, untilMs, at } = row
  const rate = rateOf(row)
  const { data: exchange } = useExchange(entry.exchangeId)
  const shown = useEntry(entry.exchangeId, entry.seq)
  const pointer = useSelection((selection) =>
    selection.exchangeId === entry.exchangeId && selection.entrySeq === entry.seq
      ? selection.pointer
      : undefined,
  )
  const reveal = useMemo(() => (pointer === undefined ? undefined : { pointer }), [pointer])
  const facts = joinDefined(
    ' · ',
    shown?.kind === 'frame' &&
      exchange &&
      `event ${formatCount(shown.index + 1)} of ${formatCount(exchange.row.frames)}`,
    `at ${formatClock(at)}`,
    untilMs > sinceMs && `over ${formatDuration(untilMs - sinceMs)}`,
    count > 1 && counted(count, 'chunk'),
    wireBytes > 0 && formatBytes(wireBytes),
    rate !== undefined && `${formatCount(Math.round(rate))} per second`,
    ...notesOf(row).map(({ words }) => words),
  )
  return (
    <section className="column full-height" aria-label="Event">
      <div className="row-facts column rigid gap-4 scrolls rule-below small">
        <div className="line shrinks gap-10">
          {row.kind === 'status' ? (
            <StateMark state={row.state ?? 'unknown'} />
          ) : (
            <strong className="truncate">{visibleString(nameOfRow(row))}</strong>
          )}
          {/* The name contains it. */}
          {row.kind !== 'sent' && <SourceMark source={source} byCaller={byCaller} />}
          <span className="dim num truncate fills" title={facts}>
            {facts}
          </span>
          {exchange && (
            <LinkButton className="rigid" onClick={() => showOnWire(entry.exchangeId, exchange.row.firstSeq)}>
              Show request
            </LinkButton>
          )}
          <IconButton label="Close the event" icon={<X size={13} />} onClick={onClose} />
        </div>
        {row.impossible && (
          <p className="event-mark wrong">A task can’t reach this state from the one before.</p>
        )}
        {again.length > 0 && (
          <ul aria-label="Seen again" className="dim">
            {again.map((one) => (
              <li key={one.source}>{againInWords(one, row)}</li>
            ))}
          </ul>
        )}
        {found.map((finding) => (
          <p key={finding.rule + finding.pointer} className="text-line gap-6">
            <SeverityMark severity={finding.severity} />
            <span>
              <span className="mono">{finding.rule}</span> <CodeText text={finding.message} />{' '}
              <span className="dim">
                <CodeText text={finding.hint} />
              </span>
            </span>
          </p>
        ))}
        {findings > found.length && (
          <p className="dim">
            {findings - found.length} more problems in this burst; the tab Problems lists them.
          </p>
        )}
      </div>
      <div className="fills">
        <EntryBody {...entry} reveal={reveal} />
      </div>
    </section>
  )
}
