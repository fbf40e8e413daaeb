import { useMemo } from 'react'
import type { PastRun } from '#shared/contract/checks.ts'
import { type ChecksPlaceOf, seenWhole } from '../../../state/checks.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import { formatCount, whenOf } from '../../../ui/format.ts'
import { stateWords } from '../check-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'

interface RunListProps {
  readonly runs: readonly PastRun[]
  /** The session of the shown run. */
  readonly shown: string | undefined
  readonly place: ChecksPlaceOf
}

/** The stored runs of this agent, the newest first; a click or Enter shows one. */
export function RunList({ runs, shown, place: { change } }: RunListProps) {
  const open = (sessionId: string) => change({ ...seenWhole, view: 'result', sessionId })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens and compares does so wherever it was made
  const columns = useMemo(
    () =>
      columnsOf({
        shown,
        open,
        compare: (compareWith) => change({ ...seenWhole, view: 'result', sessionId: shown, compareWith }),
      }),
    [shown],
  )
  if (runs.length === 0) {
    return (
      <EmptyState title="No earlier runs">
        <p>Each run is kept with its recording and listed here.</p>
        <Button primary onClick={() => change({ view: 'prepare' })}>
          Select tests
        </Button>
      </EmptyState>
    )
  }
  return (
    <ColumnGrid
      name="Runs of checks"
      columns={columns}
      rowHeight={27}
      count={runs.length}
      rowOf={(index) => runs[index]}
      isSelected={({ sessionId }) => sessionId === shown}
      onSelect={({ sessionId }) => change({ ...seenWhole, sessionId })}
      onTurn={({ sessionId }, _index, turnTo) => {
        if (turnTo !== 'closed') open(sessionId)
      }}
    />
  )
}

type Column = FittingColumn<PastRun>

interface RunActions {
  readonly shown: string | undefined
  open(sessionId: string): void
  compare(sessionId: string): void
}

function columnsOf({ shown, open, compare }: RunActions): readonly Column[] {
  return [
    {
      name: 'Started',
      width: '132px',
      cell: ({ startedAt }) => (
        <span className="num" title={new Date(startedAt).toISOString()}>
          {whenOf(startedAt)}
        </span>
      ),
    },
    {
      name: 'State',
      width: '84px',
      fromPx: 460,
      cell: ({ state }) => <span className="dim">{stateWords[state]}</span>,
    },
    {
      name: 'Failed',
      width: '92px',
      cell: ({ failed }) =>
        failed === 0 ? (
          <span className="faint">none failed</span>
        ) : (
          <OutcomeMark outcome="fail" words={`${formatCount(failed)} failed`} />
        ),
    },
    {
      name: 'Passed',
      width: '96px',
      cell: ({ passed }) => <OutcomeMark outcome="pass" words={`${formatCount(passed)} passed`} />,
    },
    {
      name: 'Tests',
      width: 'minmax(60px, 1fr)',
      fromPx: 520,
      cell: ({ total }) => <span className="dim num">{formatCount(total)}</span>,
    },
    {
      name: 'Actions',
      width: '176px',
      fromPx: 420,
      cell: ({ sessionId, startedAt }) => (
        <span className="inline gap-12">
          <RowButton total={startedAt} onClick={() => open(sessionId)}>
            Open
          </RowButton>
          {shown !== undefined && sessionId !== shown && (
            <RowButton total={startedAt} onClick={() => compare(sessionId)}>
              Compare with this
            </RowButton>
          )}
        </span>
      ),
    },
  ]
}

interface RowButtonProps {
  /** Number of tests when the run was started. */
  readonly total: number
  readonly children: string
  onClick(): void
}

function RowButton({ total, children, onClick }: RowButtonProps) {
  return (
    <LinkButton
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
    >
      {children}
      <span className="visually-hidden"> run of {whenOf(total)}</span>
    </LinkButton>
  )
}
