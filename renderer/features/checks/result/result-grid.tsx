// The tests of a run in groups. Arrows select one, with its bytes beside; right and left open and close a group.

import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { TestResult } from '#shared/checks/run.ts'
import { levelWord, reasonOf } from '#shared/checks/summary.ts'
import type { ChecksPlaceOf, ResultGroups } from '../../../state/checks.ts'
import { openRowMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button, TurnButton } from '../../../ui/button.tsx'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { interfaceTitles } from '../check-words.ts'
import { countOf, OutcomeCount, OutcomeMark, outcomes } from '../outcome-mark.tsx'
import type { RunHead } from '../use-check-run.ts'
import { idOfGroup, keyOf, narrowed, placeShown, type ResultRow, rowsOf } from './result-rows.ts'

export interface ResultGridProps {
  readonly run: RunHead
  readonly results: readonly TestResult[]
  readonly place: ChecksPlaceOf
}

export function ResultGrid({ run, results, place }: ResultGridProps) {
  const { outcome, level, way, text, groups, change } = place
  const test = useSelection((selection) => selection.test)
  const [group, setGroup] = useState<string>()
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () => rowsOf(run, narrowed(results, { outcome, level, way, text }), groups, turned),
    [run, results, outcome, level, way, text, groups, turned],
  )
  const turn = useCallback(
    (id: string) =>
      setTurned((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const columns = useMemo(() => columnsOf(run, groups, turn), [run, groups, turn])
  // Scrolls to an earlier selection; a selection made here is on screen.
  const [reveal] = useState(() => {
    const index = rows.findIndex(({ key }) => key === test)
    return index < 0 ? undefined : { index }
  })

  const select = (row: ResultRow) => {
    setGroup(row.kind === 'group' ? row.key : undefined)
    if (row.kind === 'result') showBytes(run, row.result)
  }

  if (rows.length === 0) {
    return (
      <EmptyState title="Nothing matches">
        <p>No test of this run matches the filters.</p>
        <Button onClick={() => change({ outcome: undefined, level: undefined, way: undefined, text: '' })}>
          Show all tests
        </Button>
      </EmptyState>
    )
  }
  return (
    <ColumnGrid
      name="Check results"
      columns={columns}
      rowHeight={25}
      count={rows.length}
      reveal={reveal}
      rowOf={(index) => rows[index]}
      isSelected={({ key }) => key === (group ?? test)}
      onSelect={select}
      onContext={(row, at) => {
        select(row)
        const shown = row.kind === 'result' && placeShown(row.result)
        if (shown) openRowMenu(shown.exchangeId, at, shown.seq)
      }}
      onTurn={(row, _index, turnTo) => {
        if (row.kind === 'group') {
          if (turnTo === 'other' || (turnTo === 'open') !== row.isOpen) turn(idOfGroup(row))
          return
        }
        if (turnTo === 'other') showBytes(run, row.result)
      }}
    />
  )
}

function showBytes(run: RunHead, result: TestResult): void {
  const shown = placeShown(result)
  useSelection.getState().selectTest(keyOf(run, result), shown)
  if (shown) showOnWire(shown.exchangeId, shown.seq)
}

type Column = FittingColumn<ResultRow>

function columnsOf(run: RunHead, groups: ResultGroups, turn: (id: string) => void): readonly Column[] {
  const ways = interfaceTitles(run.ways)
  const suites = new Map(run.suites.map(({ id, name }) => [id, name]))
  return [
    {
      name: 'Outcome',
      width: '118px',
      cell: (row) =>
        row.kind === 'group' ? (
          <GroupName row={row} onTurn={() => turn(idOfGroup(row))} />
        ) : (
          <OutcomeMark outcome={row.result.outcome} />
        ),
    },
    ofResult('Test', 'minmax(0, 1.4fr)', 0, ({ name }) => (
      <span title={visibleString(name)}>{visibleString(name)}</span>
    )),
    ofResult('Result', 'minmax(0, 1fr)', 1100, (result) => {
      const words = visibleString(reasonOf(result).replaceAll('`', ''), 2_000)
      return (
        <span className="dim" title={words}>
          {words}
        </span>
      )
    }),
    ofResult('Id', '136px', 1300, ({ testId }) => (
      <span className="mono faint" title={visibleString(testId)}>
        {visibleString(testId)}
      </span>
    )),
    ...(groups === 'suite'
      ? []
      : [
          ofResult('Suite', '132px', 720, ({ suiteId }) => (
            <span className="dim">{visibleString(suites.get(suiteId) ?? suiteId)}</span>
          )),
        ]),
    ofResult('Level', '58px', 440, ({ level }) => <span className="dim">{levelWord(level)}</span>),
    ofResult('Section', '64px', 760, ({ section }) => (
      <span className="dim num">{section === undefined ? '' : `§${visibleString(section)}`}</span>
    )),
    ...(ways.length > 1
      ? [
          ofResult('Interface', '104px', 540, ({ way }) => (
            <span className="dim" title={ways[way]}>
              {ways[way]}
            </span>
          )),
        ]
      : []),
    ofResult('Duration', '66px', 640, ({ durationMs, outcome }) => (
      <span className="faint num">{outcome === 'skip' ? '' : formatDuration(durationMs)}</span>
    )),
  ]
}

function ofResult(
  name: string,
  width: string,
  fromPx: number,
  cell: (result: TestResult) => ReactNode,
): Column {
  return { name, width, fromPx, cell: (row) => row.kind === 'result' && cell(row.result) }
}

type Group = Extract<ResultRow, { kind: 'group' }>

function GroupName({ row, onTurn }: { readonly row: Group; onTurn(): void }) {
  return (
    <span className="result-group line shrinks gap-8 bold">
      <TurnButton
        className="result-turn"
        label={`${row.isOpen ? 'Close' : 'Open'} ${visibleString(row.name)}`}
        isOpen={row.isOpen}
        onTurn={onTurn}
      />
      <span className="truncate">{visibleString(row.name)}</span>
      <span className="level-counts rigid gap-8">
        {outcomes
          .filter((outcome) => countOf(row.counts, outcome) > 0)
          .map((outcome) => (
            <OutcomeCount key={outcome} outcome={outcome} count={countOf(row.counts, outcome)} />
          ))}
      </span>
    </span>
  )
}
