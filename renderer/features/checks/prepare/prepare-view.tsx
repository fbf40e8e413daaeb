// Selects tests on the left, and shows on the right what they will send.

import { Play } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Prompts } from '#shared/checks/behaviors.ts'
import { levels } from '#shared/checks/suite.ts'
import { levelWord } from '#shared/checks/summary.ts'
import type { CheckPlan, PastRun, PlannedTest } from '#shared/contract/checks.ts'
import { messageOf } from '#shared/errors.ts'
import { type ChecksPlaceOf, type SelectedChecks, seenWhole, usePromptDraft } from '../../../state/checks.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import { Checkbox, Choices } from '../../../ui/field.tsx'
import { counted, formatCount } from '../../../ui/format.ts'
import { InInspector } from '../../../ui/in-inspector.tsx'
import { interfaceTitles } from '../check-words.ts'
import { PlaceProblem } from '../problem.tsx'
import { usePlan, usePrompts, useStart } from '../use-check-run.ts'
import { PlanDetail, PlanGrid, plannedKeyOf } from './plan-detail.tsx'
import {
  effectsOf,
  plannedCount,
  selectedInputs,
  sentOperations,
  skipsOf,
  toggled,
  toggleLevel,
  toggleSuite,
} from './plan-figures.ts'

interface PrepareViewProps {
  readonly agentId: string
  readonly place: ChecksPlaceOf
  /** Links to the other views. */
  readonly views: ReactNode
  readonly running: PastRun | undefined
}

export function PrepareView({ agentId, place, views, running }: PrepareViewProps) {
  const { data: plan, error, refetch, isFetching } = usePlan(agentId, place.wanted)
  const { data: prompts = {} } = usePrompts(agentId)
  const { open, draft } = usePromptDraft()
  const tests = useMemo(() => (plan ? selectedInputs(plan, place.wanted) : []), [plan, place.wanted])
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
            disabled={place.isStarting || plannedCount(tests) === 0}
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
        <p className="dim py-12 px-12">Reading the agent card…</p>
      )}
    </>
  )
}

interface PlanProps {
  readonly plan: CheckPlan
  readonly tests: ReturnType<typeof selectedInputs>
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

interface CheckChoicesProps {
  readonly plan: CheckPlan
  readonly place: ChecksPlaceOf
}

/** Suites and levels, all selected at first, interfaces, and whether the agent may be changed. */
function CheckChoices({ plan, place: { wanted, change } }: CheckChoicesProps) {
  const { suites, tests, ways } = plan
  const choose = (changes: SelectedChecks) => change({ wanted: { ...wanted, ...changes } })
  const wayIds = [...ways.keys()]
  const names = interfaceTitles(ways)
  const chosenWays = wanted.ways ?? wayIds.filter((index) => ways[index]?.chosen)
  const actives = tests.filter(({ active }) => active).length
  return (
    <div className="check-choices scrolls small">
      <Choices legend="Suites">
        {suites.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={`${name} (${tests.filter(({ suiteId }) => suiteId === id).length})`}
            checked={wanted.suites?.includes(id) ?? true}
            onChange={() => choose(toggleSuite(plan, wanted, id))}
          />
        ))}
      </Choices>
      <Choices legend="Levels">
        {levels.map((level) => (
          <Checkbox
            key={level}
            label={`${levelWord(level)} (${tests.filter((test) => test.level === level).length})`}
            checked={wanted.levels?.includes(level) ?? true}
            onChange={() => choose(toggleLevel(wanted, level))}
          />
        ))}
      </Choices>
      <Choices legend="Interfaces">
        {ways.map(({ url }, index) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: an interface is identified by its place in the card
            key={index}
            label={`${names[index]}${ways[index]?.chosen ? ' (in use)' : ''}`}
            title={url}
            checked={chosenWays.includes(index)}
            onChange={() => choose({ ways: toggled(wayIds, chosenWays, index) })}
          />
        ))}
        {ways.length === 0 && <p className="dim">The card names no interface that Parley supports.</p>}
      </Choices>
      <Choices legend="Changes">
        <Checkbox
          label={`Tests that change the agent (${actives})`}
          checked={wanted.active === true}
          onChange={(active) => choose({ active })}
        />
        <p className="field-hint check-hint">
          {counted(actives, 'test')} cancel tasks, register webhooks or open many streams at once. Leave them
          out where other people use the agent.
        </p>
      </Choices>
    </div>
  )
}

interface PlanSummaryProps {
  /** The selected ones. */
  readonly tests: readonly PlannedTest[]
  /** Number of selected tests without a prompt. */
  readonly unmapped: number
}

/** What will be sent, what that may change, and what does not apply to this agent. */
function PlanSummary({ tests, unmapped }: PlanSummaryProps) {
  const sends = sentOperations(tests)
  const effects = effectsOf(tests)
  return (
    <dl className="plan-summary column gap-3 small rigid scrolls rule-below">
      <Fact name="Sends">
        {sends.length === 0 ? (
          <span className="dim">nothing</span>
        ) : (
          sends.map(({ name, count }) => (
            <span key={name} className="plan-send">
              {name} <span className="dim num">×{formatCount(count)}</span>
            </span>
          ))
        )}
      </Fact>
      <Fact name="Side effects">
        {effects.length === 0 ? <span className="dim">changes nothing</span> : effects.join(', ')}
      </Fact>
      <NotApplicable tests={tests} unmapped={unmapped} />
    </dl>
  )
}

function NotApplicable({ tests, unmapped }: PlanSummaryProps) {
  const [isOpen, setOpen] = useState(false)
  const skips = skipsOf(tests)
  const skipped = tests.filter(({ skip }) => skip !== undefined).length
  if (skipped === 0) return null
  return (
    <Fact name="Not applicable">
      {counted(skipped, 'test')}
      {unmapped > 0 && (
        <>
          , {formatCount(unmapped)} without a prompt{' '}
          <LinkButton onClick={usePromptDraft.getState().open}>Map prompts…</LinkButton>
        </>
      )}{' '}
      <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide reasons' : 'Show reasons'}
      </LinkButton>
      {isOpen && (
        <ul className="plan-skips mt-4 dim" aria-label="Reasons">
          {skips.map(({ name, count }) => (
            <li key={name}>
              <span className="num">{formatCount(count)}</span> <CodeText text={name} />
            </li>
          ))}
        </ul>
      )}
    </Fact>
  )
}

function runLabel(tests: readonly PlannedTest[], plan: CheckPlan | undefined): string {
  return `Run ${formatCount(plannedCount(tests))} of ${counted(plan?.tests.length ?? 0, 'test')}`
}
