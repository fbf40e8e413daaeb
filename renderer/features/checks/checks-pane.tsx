import { useEffect } from 'react'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../host/engine.tsx'
import {
  type ChecksPlaceOf,
  type ChecksView,
  seenWhole,
  useChecksPlace,
  usePromptDraft,
} from '../../state/checks.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { EmptyState, Problem } from '../../ui/feedback.tsx'
import { Segments } from '../../ui/field.tsx'
import { useSelectedAgent } from '../agent/index.ts'
import { PrepareView } from './prepare/prepare-view.tsx'
import { PlaceProblem } from './problem.tsx'
import { PromptsDialog } from './prompts/prompts-dialog.tsx'
import { ResultHead } from './result/result-head.tsx'
import { ResultView } from './result/result-view.tsx'
import { CompareView } from './runs/compare-view.tsx'
import { RunList } from './runs/run-list.tsx'
import { type FollowedRun, runningOf, useCheckRun, useRuns, useRunsChanged } from './use-check-run.ts'
import './checks.css'

const viewNames: Readonly<Record<ChecksView, string>> = {
  prepare: 'Select tests',
  result: 'Result',
  runs: 'Runs',
}
const views = Object.keys(viewNames) as readonly ChecksView[]

/** Checks of the selected agent, or of the shown session. */
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

function AgentChecks({ agentId }: { readonly agentId: string }) {
  const place = useChecksPlace(agentId)
  const { data: runs, error } = useRuns(agentId)
  const sessionId = place.sessionId ?? (runningOf(runs) ?? runs?.[0])?.sessionId
  const followed = useCheckRun(sessionId)
  const runsChanged = useRunsChanged()
  const isWriting = usePromptDraft(({ isOpen }) => isOpen)
  const state = followed.run?.state
  // Updates the list of runs when this one has ended.
  useEffect(() => {
    if (state !== undefined) runsChanged()
  }, [runsChanged, state])
  if (error) return <p className="notice">{messageOf(error)}</p>
  if (runs === undefined) return <p className="dim py-12 px-12">Looking for earlier runs…</p>
  const view = place.view ?? (sessionId === undefined ? 'prepare' : 'result')
  const show = (next: ChecksView) => {
    place.change({ view: next })
    runsChanged()
  }
  const head = (
    <Segments
      label="Checks"
      options={views}
      value={view}
      nameOf={(each) => viewNames[each]}
      countOf={(each) => (each === 'runs' ? runs.length : 0)}
      onChange={show}
    />
  )
  return (
    <div className="checks column full-height">
      {view === 'prepare' ? (
        <>
          <PrepareView agentId={agentId} place={place} views={head} running={runningOf(runs)} />
          {isWriting && <PromptsDialog agentId={agentId} />}
        </>
      ) : (
        <>
          <div className="bar wraps check-head">
            {head}
            {view === 'result' && sessionId !== undefined && followed.run && (
              <ResultHead
                sessionId={sessionId}
                run={followed.run}
                results={followed.results}
                runs={runs}
                place={place}
              />
            )}
          </div>
          <PlaceProblem place={place} />
          {view === 'runs' ? (
            <RunList runs={runs} shown={sessionId} place={place} />
          ) : (
            <RunBody sessionId={sessionId} followed={followed} place={place} />
          )}
        </>
      )}
    </div>
  )
}

interface RunBodyProps {
  readonly sessionId: string | undefined
  readonly followed: FollowedRun
  readonly place: ChecksPlaceOf
}

function RunBody({ sessionId, followed: { run, results, problem }, place }: RunBodyProps) {
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
