import { type ChecksPlaceOf, seenWhole } from '../../state/checks.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Problem } from '../../ui/feedback.tsx'
import { ResultView } from './result/result-view.tsx'
import { CompareView } from './runs/compare-view.tsx'
import type { FollowedRun } from './use-check-run.ts'

interface RunBodyProps {
  readonly sessionId: string | undefined
  readonly followed: FollowedRun
  readonly place: ChecksPlaceOf
}

export function RunBody({ sessionId, followed: { run, results, problem }, place }: RunBodyProps) {
  const { compareWith, change } = place
  if (sessionId === undefined) {
    return (
      <EmptyState title="No tests have run">
        <p>A run tests whether the agent conforms to its version of A2A and reports here.</p>
        <Button primary onClick={() => change({ view: 'prepare' })}>
          Select tests
        </Button>
      </EmptyState>
    )
  }
  if (run === null) {
    return (
      <EmptyState title="This run is no longer kept">
        <p>Its recording was deleted, and the results with it.</p>
        <Button onClick={() => change({ ...seenWhole, sessionId: undefined, view: 'runs' })}>
          Show the other runs
        </Button>
      </EmptyState>
    )
  }
  if (run === undefined) {
    return problem === undefined ? (
      <p className="dim py-12 px-12">Reading the run…</p>
    ) : (
      <Problem error={problem} />
    )
  }
  return (
    <>
      <Problem error={problem && `Lost track of this run: ${problem}`} />
      {compareWith !== undefined && compareWith !== sessionId ? (
        <CompareView shown={{ sessionId, run, results }} withId={compareWith} place={place} />
      ) : (
        <ResultView run={run} results={results} place={place} />
      )}
    </>
  )
}
