import { ChevronDown, ChevronRight, CircleX, Link2, Webhook } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Lane, SequenceRow } from '#shared/story/sequence/sequence.ts'
import type { Rows } from '../../../record/paged-list.ts'
import { useSequence } from '../../../state/console.ts'
import { openRowMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { formatClock, formatOffset, joinDefined } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/marks.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { isGuess, rowSentence, rowWords } from './row-words.ts'

/** The part of a chain's line in one row. */
const linkNames = ['none', 'down', 'through', 'up'] as const
const barNames = ['idle', 'busy', 'input-required', 'auth-required'] as const

interface SequenceGridProps {
  readonly list: Rows<SequenceRow>
  readonly total: number
  readonly lanes: readonly Lane[]
  readonly names: readonly string[]
}

const leastLanePx = 112
const timePx = 66

export function SequenceGrid({ list, total, lanes, names }: SequenceGridProps) {
  const exchangeId = useSelection((selection) => selection.exchangeId)
  const entrySeq = useSelection((selection) => selection.entrySeq)
  const chosen = useSequence((state) => state.chosen)
  const isSelected = (row: SequenceRow) =>
    row.exchangeId === exchangeId &&
    (chosen?.exchangeId === exchangeId ? row.key === chosen.key : (entrySeq ?? row.seq) === row.seq)
  const columns = useMemo(
    () => [
      { id: 'time', name: 'Time', width: `${timePx}px`, fits: true },
      ...names.map((name, lane) => ({
        id: `lane ${lane}`,
        name: visibleString(name),
        width: `minmax(${leastLanePx}px, 1fr)`,
        fits: true,
      })),
    ],
    [names],
  )
  const cellsOf = useCallback(
    (row: SequenceRow) => [
      <span
        key="time"
        className={row.within ? 'faint num sequence-within' : 'dim num'}
        title={formatClock(row.at)}
      >
        {formatOffset(row.sinceMs)}
      </span>,
      ...lanes.map(({ id }, lane) => <LaneCell key={id} row={row} lane={lane} names={names} />),
    ],
    [lanes, names],
  )
  return (
    <div className="sequence-scroller fills">
      <div
        className="sequence-grid full-height"
        style={{ minWidth: timePx + names.length * (leastLanePx + 10) + 34 }}
      >
        <VirtualGrid
          name="Sequence"
          columns={columns}
          rowHeight={30}
          count={total}
          followsTail
          rowOf={list.rowAt}
          cellsOf={cellsOf}
          onRange={list.request}
          isSelected={isSelected}
          onSelect={(row) => {
            useSelection.getState().selectExchange(row.exchangeId, row.seq)
            useSequence.getState().choose(row)
          }}
          onContext={(row, at) => {
            useSequence.getState().choose(row)
            openRowMenu(row.exchangeId, at, row.seq)
          }}
          onTurn={(row, _index, turnTo) => {
            if (row.kind === 'calls') useSequence.getState().turn(row.key, turnTo)
            else if (turnTo === 'other') showOnWire(row.exchangeId, row.seq)
          }}
        />
      </div>
    </div>
  )
}

// One lane in one row: its line, and an arrow that begins there.

interface LaneCellProps {
  readonly row: SequenceRow
  readonly lane: number
  readonly names: readonly string[]
}

function LaneCell({ row, lane, names }: LaneCellProps) {
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
      className={joinDefined(
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
  const guess = isGuess(row) && <span className="dim">guess: </span>
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
          <span className="truncate inline gap-4 tone-bad">
            <CircleX size={12} /> {rowWords(row, names)}
          </span>
        )
      }
      return row.state ? <StateMark state={row.state} /> : <span className="dim">{rowWords(row, names)}</span>
    case 'events':
      return <span className="dim">{rowWords(row, names)}</span>
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
