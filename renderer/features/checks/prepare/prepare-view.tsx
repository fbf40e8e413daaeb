// Select tests: chosen on the left, and on the right what that will send.

import { Play } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Prompts } from '#shared/checks/behaviors.ts'
import type { CheckPlan, PastRun } from '#shared/contract/checks.ts'
import { messageOf } from '../../../host/message-of.ts'
import { type ChecksPlaceOf, seenWhole, usePromptDraft } from '../../../state/checks.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { InInspector } from '../../../ui/in-inspector.tsx'
import { PlaceProblem } from '../problem.tsx'
import { usePlan, usePrompts } from '../use-plan.ts'
import { useStart } from '../use-start.ts'
import { CheckChoices } from './choices.tsx'
import { PlanDetail } from './plan-detail.tsx'
import { madeOf, wantedOf } from './plan-figures.ts'
import { PlanGrid, plannedKeyOf } from './plan-grid.tsx'
import { PlanSummary, runLabel } from './plan-summary.tsx'

interface PrepareViewProps {
  readonly agentId: string
  readonly place: ChecksPlaceOf
  /** The way to the other views. */
  readonly views: ReactNode
  readonly running: PastRun | undefined
}

export function PrepareView({ agentId, place, views, running }: PrepareViewProps) {
  const { data: plan, error, refetch, isFetching } = usePlan(agentId, place.wanted)
  const { data: prompts = {} } = usePrompts(agentId)
  const { open, draft } = usePromptDraft()
  const tests = useMemo(() => (plan ? wantedOf(plan, place.wanted) : []), [plan, place.wanted])
  const start = useStart()
  const mapped = Object.keys(prompts).length
  return (
    <>
      <div className="bar wraps check-head">
        {views}
        <span className="spacer" />
        <Button onClick={open}>
          Prompts…{' '}
          {draft?.agentId === agentId ? (
            <span className="faint">unsaved</span>
          ) : (
            mapped > 0 && <span className="faint num">{mapped}</span>
          )}
        </Button>
        {running ? (
          <Button
            primary
            onClick={() => place.change({ ...seenWhole, view: 'result', sessionId: running.sessionId })}
          >
            Show the current run
          </Button>
        ) : (
          <Button
            primary
            disabled={place.isStarting || madeOf(tests) === 0}
            onClick={() => void start(agentId, place.wanted)}
          >
            <Play size={12} /> {place.isStarting ? 'Starting…' : runLabel(tests, plan)}
          </Button>
        )}
      </div>
      <PlaceProblem place={place} />
      {plan ? (
        <Plan plan={plan} tests={tests} prompts={prompts} place={place} />
      ) : error && !isFetching ? (
        <EmptyState title="No tests yet">
          <p>{messageOf(error)}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      ) : (
        <p className="muted py-12 px-12">Reading the agent card…</p>
      )}
    </>
  )
}

interface PlanProps {
  readonly plan: CheckPlan
  readonly tests: ReturnType<typeof wantedOf>
  readonly prompts: Prompts
  readonly place: ChecksPlaceOf
}

function Plan({ plan, tests, prompts, place }: PlanProps) {
  const { plannedTest, wanted, change } = place
  const chosen = tests.find((test) => plannedKeyOf(test) === plannedTest)
  const select = (key: string) => {
    change({ plannedTest: key })
    // It has no bytes yet.
    useSelection.getState().selectTask(undefined)
  }
  const unmapped = tests.filter(
    ({ skip, behaviors }) => skip !== undefined && behaviors.some((id) => !(id in prompts)),
  ).length
  return (
    <div className="check-prepare flex fills">
      <CheckChoices plan={plan} place={place} />
      <div className="column fills">
        {tests.length === 0 ? (
          <EmptyState title="Nothing is chosen">
            <p>Choose at least one suite and one level.</p>
            <Button onClick={() => change({ wanted: {} })}>Choose everything</Button>
          </EmptyState>
        ) : (
          <>
            <PlanSummary tests={tests} unmapped={unmapped} />
            <div className="fills">
              <PlanGrid
                {...{ plan, tests }}
                choice={wanted}
                selected={plannedTest}
                onSelect={select}
                onChoose={(changes) => change({ wanted: { ...wanted, ...changes } })}
              />
              {chosen && (
                <InInspector>
                  <PlanDetail plan={plan} test={chosen} onClose={() => change({ plannedTest: undefined })} />
                </InInspector>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  )
}
