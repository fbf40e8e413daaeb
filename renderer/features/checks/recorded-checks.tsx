import { useChecksPlace } from '../../state/checks.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Problem } from './problem.tsx'
import { ResultHead } from './result/result-head.tsx'
import { RunBody } from './run-body.tsx'
import { useCheckRun } from './use-check-run.ts'
import { useRuns } from './use-runs.ts'

/** The run that a kept session has, if it is of one. */
export function RecordedChecks({ sessionId }: { readonly sessionId: string }) {
  const place = useChecksPlace(sessionId)
  const followed = useCheckRun(sessionId)
  const { run, results } = followed
  const runs = useRuns(run?.agentId)
  if (run === null) {
    return (
      <EmptyState title="No checks in this session">
        <p>A run of checks has a session of its own, named “Checks of” and the agent.</p>
      </EmptyState>
    )
  }
  return (
    <div className="checks">
      {run && (
        <div className="check-head">
          <ResultHead
            sessionId={sessionId}
            run={run}
            results={results}
            runs={runs.data ?? []}
            place={place}
          />
        </div>
      )}
      <Problem place={place} />
      <RunBody sessionId={sessionId} followed={followed} place={place} />
    </div>
  )
}
