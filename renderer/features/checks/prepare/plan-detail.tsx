import { behaviors } from '#shared/checks/behaviors.ts'
import { levelWord } from '#shared/checks/summary.ts'
import type { CheckPlan, PlannedTest } from '#shared/contract/checks.ts'
import { CodeText } from '../../../ui/code-text.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { CheckDetail, TextFact } from '../check-detail.tsx'
import { wayNames } from '../check-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { sendsInWords } from './plan-grid.tsx'

interface PlanDetailProps {
  readonly plan: CheckPlan
  readonly test: PlannedTest
  onClose(): void
}

/** One test beforehand: what it holds the agent to, what it sends, and why it says nothing of this agent. */
export function PlanDetail({ plan, test, onClose }: PlanDetailProps) {
  const { name, description, level, section, testId, skip, active, behaviors: needed } = test
  const names = wayNames(plan.ways)
  return (
    <CheckDetail
      label="Planned check"
      bodyLabel="What the test does"
      testName={name}
      mark={skip !== undefined && <OutcomeMark outcome="skip" />}
      onClose={onClose}
    >
      {skip !== undefined && (
        <p className="check-message">
          <CodeText text={skip} limit={2_000} />
        </p>
      )}
      {description !== '' && (
        <p className="muted">
          <CodeText text={description} limit={2_000} />
        </p>
      )}
      <dl className="column gap-3 small">
        <Fact name="Sends">{sendsInWords(test)}</Fact>
        {active && <Fact name="Changes">more on the agent than the test’s own tasks</Fact>}
        {needed.length > 0 && <Fact name="Needs">{needed.map(behaviorName).join(', ')}</Fact>}
        <Fact name="Requirement">
          {levelWord(level)}
          {section !== '' && ` · §${section}`}
        </Fact>
        <TextFact name="Test" text={testId} />
        {test.ways.length > 0 && (
          <Fact name="Interfaces">{test.ways.map((way) => names[way]).join(', ')}</Fact>
        )}
      </dl>
    </CheckDetail>
  )
}

const known: Readonly<Record<string, { readonly name: string } | undefined>> = behaviors

function behaviorName(id: string): string {
  const name = known[id]?.name
  return name === undefined ? id : `a prompt for “${name}”`
}
