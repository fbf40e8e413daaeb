// Compares two runs of the same agent: new failures, new passes, and other changes.

import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import { type ChangeKind, changeKinds, compareRuns, type TestChange } from '#shared/checks/compare-runs.ts'
import type { TestedInterface, TestResult } from '#shared/checks/run.ts'
import { levelWord } from '#shared/checks/summary.ts'
import { useEngine } from '../../../host/engine.tsx'
import type { ChecksPlaceOf } from '../../../state/checks.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { GuardedDrawing } from '../../../ui/drawing/crash-boundary.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import { counted, whenOf } from '../../../ui/format.ts'
import { InInspector } from '../../../ui/in-inspector.tsx'
import { Chips } from '../../../ui/marks.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { CheckDetail } from '../check-detail.tsx'
import { interfaceTitle } from '../check-words.ts'
import { countsInWords, OutcomeMark } from '../outcome-mark.tsx'
import { Evidence, Reason } from '../result/index.ts'
import { type FollowedRun, type RunHead, useCheckRun } from '../use-check-run.ts'

const changeWords: Readonly<Record<ChangeKind, string>> = {
  'newly-failing': 'newly failing',
  'newly-passing': 'newly passing',
  other: 'other changes',
}

interface CompareViewProps {
  readonly shown: ComparedRun
  readonly withId: string
  readonly place: ChecksPlaceOf
}

export function CompareView({ shown, withId, place }: CompareViewProps) {
  const other = useCheckRun(withId)
  const clear = () => place.change({ compareWith: undefined, selected: undefined, changeKind: undefined })
  const problem = problemOf(other)
  if (problem !== undefined) {
    return (
      <EmptyState title="The other run can’t be read">
        <p>{problem}</p>
        <Button onClick={clear}>Clear comparison</Button>
      </EmptyState>
    )
  }
  if (!other.run) return <p className="dim py-12 px-12">Reading the other run…</p>
  const second: ComparedRun = { sessionId: withId, run: other.run, results: other.results }
  const [before, after] = second.run.startedAt <= shown.run.startedAt ? [second, shown] : [shown, second]
  return <Comparison before={before} after={after} place={place} onClear={clear} />
}

function problemOf({ problem, run }: FollowedRun): string | undefined {
  return problem ?? (run === null ? 'Its recording is no longer kept.' : undefined)
}

interface ComparisonProps {
  readonly before: ComparedRun
  readonly after: ComparedRun
  readonly place: ChecksPlaceOf
  onClear(): void
}

function Comparison({ before, after, place, onClear }: ComparisonProps) {
  const { changeKind: kind, selected, change } = place
  const all = useMemo(
    () =>
      compareRuns(
        { ways: before.run.ways, results: before.results },
        { ways: after.run.ways, results: after.results },
      ),
    [before.run.ways, before.results, after.run.ways, after.results],
  )
  const rows = kind === undefined ? all : all.filter((each) => each.kind === kind)
  const chosen = rows.find(({ key }) => key === selected)
  return (
    <section className="check-result column full-height" aria-label="Two runs compared">
      <div className="result-tools line rigid wraps rule-below">
        <span className="check-sides dim flex wraps small">
          <span>
            Before: {whenOf(before.run.startedAt)}{' '}
            <span className="faint">{countsInWords(before.results)}</span>
          </span>
          <span>
            After: {whenOf(after.run.startedAt)} <span className="faint">{countsInWords(after.results)}</span>
          </span>
        </span>
        <Chips
          label="What changed"
          className="outcome-chips flex shrinks gap-4"
          options={changeKinds}
          value={kind}
          nameOf={(each) => (
            <>
              {changeWords[each]} <span className="num">{all.filter((one) => one.kind === each).length}</span>
            </>
          )}
          onChange={(next) => change({ changeKind: next })}
        />
        <span className="spacer" />
        <Button onClick={onClear}>Clear comparison</Button>
      </div>
      <div className="fills">
        {rows.length === 0 ? (
          <EmptyState title={all.length === 0 ? 'Nothing changed' : 'None of these'}>
            <p>
              {all.length === 0
                ? `${counted(after.results.length, 'test')} had the same outcome in both runs.`
                : 'Other tests changed between the two runs.'}
            </p>
          </EmptyState>
        ) : (
          <ChangeGrid
            rows={rows}
            before={before.run.ways}
            after={after.run.ways}
            selected={selected}
            onSelect={(key) => {
              change({ selected: key })
              useSelection.getState().selectTask(undefined)
            }}
          />
        )}
        {chosen && (
          <InInspector>
            <ChangeDetail
              key={chosen.key}
              change={chosen}
              before={before}
              after={after}
              onClose={() => change({ selected: undefined })}
            />
          </InInspector>
        )}
      </div>
    </section>
  )
}

interface ChangeDetailProps {
  readonly change: TestChange
  readonly before: ComparedRun
  readonly after: ComparedRun
  onClose(): void
}

function ChangeDetail({ change, before, after, onClose }: ChangeDetailProps) {
  return (
    <CheckDetail
      label="Change"
      bodyLabel="What the test found"
      testName={(change.after ?? change.before)?.name ?? ''}
      onClose={onClose}
    >
      <GuardedDrawing name={`change ${before.run.id} ${after.run.id} ${change.key}`} value={change}>
        <Side name="After" run={after} result={change.after} />
        <Side name="Before" run={before} result={change.before} />
      </GuardedDrawing>
    </CheckDetail>
  )
}

interface SideProps {
  readonly name: string
  readonly run: ComparedRun
  readonly result: TestResult | undefined
}

function Side({ name, run: comparedRun, result }: SideProps) {
  const { recorded } = useEngine()
  // A recorded session contains its own exchanges only.
  const isAtHand = recorded === undefined || recorded.session.id === comparedRun.sessionId
  return (
    <section className="check-side column gap-8" aria-label={name}>
      <h4 className="text-line gap-8 mb-4 dim bold">
        {name} <span className="num">{whenOf(comparedRun.run.startedAt)}</span>{' '}
        {result && <OutcomeMark outcome={result.outcome} />}
      </h4>
      {result ? <Reason result={result} /> : <p className="dim">This run has no result of this test.</p>}
      {result && isAtHand && <Evidence run={comparedRun.run} result={result} />}
    </section>
  )
}

interface ComparedRun {
  readonly sessionId: string
  readonly run: RunHead
  readonly results: readonly TestResult[]
}

interface ChangeGridProps {
  readonly rows: readonly TestChange[]
  readonly before: readonly TestedInterface[]
  readonly after: readonly TestedInterface[]
  readonly selected: string | undefined
  onSelect(key: string): void
}

function ChangeGrid({ rows, before, after, selected, onSelect }: ChangeGridProps) {
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

function columnsOf(
  before: readonly TestedInterface[],
  after: readonly TestedInterface[],
): readonly FittingColumn<TestChange>[] {
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
        return <span className="dim">{level && levelWord(level)}</span>
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
        const tested = wayOf(change)
        return <span className="dim">{tested && interfaceTitle(tested)}</span>
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
