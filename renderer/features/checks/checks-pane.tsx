import { useEngine } from '../../host/engine.tsx'
import { useChecksPlace } from '../../state/checks.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { useSelectedAgent } from '../agent/index.ts'
import { AgentChecks } from './agent-checks.tsx'
import { PlaceProblem } from './problem.tsx'
import { ResultHead } from './result/result-head.tsx'
import { RunBody } from './run-body.tsx'
import { useCheckRun } from './use-check-run.ts'
import { useRuns } from './use-runs.ts'
import './checks.css'

/** Whether an agent keeps to A2A, tried out: of the agent that is selected, or of the session that is shown. */
export function ChecksPane() {
  return (
    <section className="pane" aria-label="Checks">
      <h2 className="visually-hidden">Checks</h2>
      <ErrorBoundary name="Checks">
        <Checks />
      </ErrorBoundary>
    </section>
  )
}

function Checks() {
  const { recorded } = useEngine()
  const agent = useSelectedAgent()
  if (recorded) return <RecordedChecks sessionId={recorded.session.id} />
  if (!agent) {
    return (
      <EmptyState title="No agent selected">
        <p>Connect to an agent, and its conformance to A2A can be checked here.</p>
      </EmptyState>
    )
  }
  return <AgentChecks key={agent.id} agentId={agent.id} />
}

/** The run that a kept session has, if it is of one. */
function RecordedChecks({ sessionId }: { readonly sessionId: string }) {
  const place = useChecksPlace(sessionId)
  const followed = useCheckRun(sessionId)
  const { run, results } = followed
  const runs = useRuns(run?.agentId)
  if (run === null) {
    return (
      <EmptyState title="No run in this recording">
        <p>A run has its own recording, named “Checks of” and the agent.</p>
      </EmptyState>
    )
  }
  return (
    <div className="checks column full-height">
      {run && (
        <div className="bar wraps check-head">
          <ResultHead
            sessionId={sessionId}
            run={run}
            results={results}
            runs={runs.data ?? []}
            place={place}
          />
        </div>
      )}
      <PlaceProblem place={place} />
      <RunBody sessionId={sessionId} followed={followed} place={place} />
    </div>
  )
}
