import { useCallback, useMemo } from 'react'
import type { Lane, SequenceRow } from '#shared/story/sequence/sequence.ts'
import type { Rows } from '../../../record/paged-list.ts'
import { openRowMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { useSequence } from '../../../state/sequence.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { formatClock, formatOffset } from '../../../ui/format.ts'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { LaneCell } from './lane-cell.tsx'

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
        className={row.within ? 'faint num sequence-within' : 'muted num'}
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
          onRange={list.want}
          isSelected={isSelected}
          onSelect={(row) => {
            useSelection.getState().selectExchange(row.exchangeId, row.seq)
            useSequence.getState().choose(row)
          }}
          onContext={(row, at) => {
            useSequence.getState().choose(row)
            openRowMenu(row.exchangeId, at, row.seq)
          }}
          onTurn={(row, _index, wanted) => {
            if (row.kind === 'calls') useSequence.getState().turn(row.key, wanted)
            else if (wanted === 'other') showOnWire(row.exchangeId, row.seq)
          }}
        />
      </div>
    </div>
  )
}
