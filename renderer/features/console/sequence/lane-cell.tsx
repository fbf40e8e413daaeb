// One lane in one row: its line, and what begins there on its way to the right.

import { ChevronDown, ChevronRight, CircleX, Link2, Webhook } from 'lucide-react'
import type { SequenceRow } from '#shared/story/sequence/sequence.ts'
import { joinWords } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { isGuess, rowSentence, rowWords } from './row-words.ts'

interface LaneCellProps {
  readonly row: SequenceRow
  readonly lane: number
  readonly names: readonly string[]
}

/** Of the line that joins the steps of a chain, the part in one row. */
const linkNames = ['none', 'down', 'through', 'up'] as const
const barNames = ['idle', 'busy', 'input-required', 'auth-required'] as const

export function LaneCell({ row, lane, names }: LaneCellProps) {
  const bar = barNames[Number(row.bars[lane] ?? 0)] ?? 'idle'
  const link = linkNames[Number(row.links?.[lane] ?? 0)] ?? 'none'
  const begins = Math.min(row.from, row.to) === lane
  return (
    <span className="sequence-lane">
      <span className={`sequence-life ${bar}`} />
      {link !== 'none' && <span className={`sequence-link ${link}`} />}
      {begins && <Arrow row={row} names={names} />}
    </span>
  )
}

function Arrow({ row, names }: Omit<LaneCellProps, 'lane'>) {
  const lanes = Math.abs(row.to - row.from)
  const direction = row.kind === 'canceled' || lanes === 0 ? 'beside' : row.to > row.from ? 'right' : 'left'
  return (
    <span
      className={joinWords(
        ' ',
        'sequence-arrow',
        direction,
        row.kind,
        isGuess(row) && 'guess',
        row.chain && 'chained',
      )}
      style={{ width: `calc(${Math.max(1, lanes)} * (100% + 10px))` }}
      title={rowSentence(row, names)}
    >
      <span className="sequence-label line gap-4">
        <span className="sequence-words truncate">
          <Words row={row} names={names} />
        </span>
        {row.chain && <Link2 className="rigid tone-accent" size={12} aria-label="forwarded" />}
      </span>
    </span>
  )
}

function Words({ row, names }: Omit<LaneCellProps, 'lane'>) {
  const guess = isGuess(row) && <span className="muted">guess: </span>
  switch (row.kind) {
    case 'state':
      return <StateMark state={row.state} />
    case 'calls': {
      const Turn = row.open ? ChevronDown : ChevronRight
      return (
        <>
          <Turn size={12} /> {guess}
          {rowWords(row, names)}
        </>
      )
    }
    case 'push':
      return (
        <>
          <Webhook size={12} /> {row.state ? <StateMark state={row.state} /> : 'push'}
          {row.count > 1 && ` × ${row.count}`}
        </>
      )
    case 'answer':
      if (row.problem !== undefined) {
        return (
          <span className="sequence-problem inline gap-4 tone-bad">
            <CircleX size={12} /> {rowWords(row, names)}
          </span>
        )
      }
      return row.state ? (
        <StateMark state={row.state} />
      ) : (
        <span className="muted">{rowWords(row, names)}</span>
      )
    case 'events':
      return <span className="muted">{rowWords(row, names)}</span>
    case 'call':
      return (
        <>
          {guess}
          {rowWords(row, names)}
        </>
      )
    case 'canceled':
      return rowWords(row, names)
  }
}
