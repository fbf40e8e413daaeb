import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import type { ChangeKind, TestChange } from '#shared/checks/compare-runs.ts'
import type { TestResult, Way } from '#shared/checks/run.ts'
import { levelWord } from '#shared/checks/summary.ts'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { wayName } from '../check-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'

export const changeWords: Readonly<Record<ChangeKind, string>> = {
  'newly-failing': 'newly failing',
  'newly-passing': 'newly passing',
  other: 'other changes',
}

interface ChangeGridProps {
  readonly rows: readonly TestChange[]
  readonly before: readonly Way[]
  readonly after: readonly Way[]
  readonly selected: string | undefined
  onSelect(key: string): void
}

export function ChangeGrid({ rows, before, after, selected, onSelect }: ChangeGridProps) {
  const columns = useMemo(() => columnsOf(before, after), [before, after])
  return (
    <ColumnGrid
      name="Changes"
      columns={columns}
      rowHeight={25}
      count={rows.length}
      rowOf={(index) => rows[index]}
      isSelected={({ key }) => key === selected}
      onSelect={({ key }) => onSelect(key)}
    />
  )
}

function columnsOf(before: readonly Way[], after: readonly Way[]): readonly FittingColumn<TestChange>[] {
  const wayOf = (change: TestChange) =>
    change.after ? after[change.after.way] : before[change.before?.way ?? 0]
  return [
    {
      name: 'Before and after',
      width: '244px',
      cell: (change) => (
        <span className="inline gap-8">
          <OutcomeOf result={change.before} />
          <ArrowRight size={12} className="faint" role="img" aria-label="then" />
          <OutcomeOf result={change.after} />
        </span>
      ),
    },
    {
      name: 'Test',
      width: 'minmax(0, 1fr)',
      cell: (change) => {
        const name = visibleString(anyOf(change)?.name ?? '')
        return <span title={name}>{name}</span>
      },
    },
    {
      name: 'Level',
      width: '58px',
      fromPx: 520,
      cell: (change) => {
        const level = anyOf(change)?.level
        return <span className="muted">{level && levelWord(level)}</span>
      },
    },
    {
      name: 'Id',
      width: '136px',
      fromPx: 720,
      cell: (change) => <span className="mono faint">{visibleString(anyOf(change)?.testId ?? '')}</span>,
    },
    {
      name: 'Interface',
      width: '104px',
      fromPx: 620,
      cell: (change) => {
        const way = wayOf(change)
        return <span className="muted">{way && wayName(way)}</span>
      },
    },
  ]
}

function anyOf({ before, after }: TestChange): TestResult | undefined {
  return after ?? before
}

function OutcomeOf({ result }: { readonly result: TestResult | undefined }) {
  return result ? <OutcomeMark outcome={result.outcome} /> : <span className="faint">not in this run</span>
}
