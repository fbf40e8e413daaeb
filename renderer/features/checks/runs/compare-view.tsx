// Two runs of the same agent: what fails now, what passes now, and what else is otherwise.

import { useMemo } from 'react'
import { changeKinds, compareRuns } from '#shared/checks/compare-runs.ts'
import type { ChecksPlaceOf } from '../../../state/checks.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { counted, whenOf } from '../../../ui/format.ts'
import { InInspector } from '../../../ui/in-inspector.tsx'
import { countsInWords } from '../outcome-mark.tsx'
import { type FollowedRun, useCheckRun } from '../use-check-run.ts'
import type { ComparedRun } from './change-detail.tsx'
import { ChangeDetail } from './change-detail.tsx'
import { ChangeGrid, changeWords } from './change-grid.tsx'

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
  if (!other.run) return <p className="muted py-12 px-12">Reading the other run…</p>
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
        <span className="check-sides muted flex wraps small">
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
