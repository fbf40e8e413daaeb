// The checks of the agent that is selected: what to check, what came of it, and the runs before.

import { useEffect } from 'react'
import { messageOf } from '../../host/message-of.ts'
import { type ChecksView, useChecksPlace, usePromptDraft } from '../../state/checks.ts'
import { Segments } from '../../ui/segments.tsx'
import { PrepareView } from './prepare/prepare-view.tsx'
import { PlaceProblem } from './problem.tsx'
import { PromptsDialog } from './prompts/prompts-dialog.tsx'
import { ResultHead } from './result/result-head.tsx'
import { RunBody } from './run-body.tsx'
import { RunList } from './runs/run-list.tsx'
import { useCheckRun } from './use-check-run.ts'
import { runningOf, useRuns, useRunsChanged } from './use-runs.ts'

const viewNames: Readonly<Record<ChecksView, string>> = {
  prepare: 'Select tests',
  result: 'Result',
  runs: 'Runs',
}
const views = Object.keys(viewNames) as readonly ChecksView[]

export function AgentChecks({ agentId }: { readonly agentId: string }) {
  const place = useChecksPlace(agentId)
  const { data: runs, error } = useRuns(agentId)
  const sessionId = place.sessionId ?? (runningOf(runs) ?? runs?.[0])?.sessionId
  const followed = useCheckRun(sessionId)
  const runsChanged = useRunsChanged()
  const isWriting = usePromptDraft(({ isOpen }) => isOpen)
  const state = followed.run?.state
  // The list of runs says what became of this one.
  useEffect(() => {
    if (state !== undefined) runsChanged()
  }, [runsChanged, state])
  if (error) return <p className="notice">{messageOf(error)}</p>
  if (runs === undefined) return <p className="muted py-12 px-12">Looking for earlier runs…</p>
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
