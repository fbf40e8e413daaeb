import { useState } from 'react'
import type { CheckPlan, PlannedTest } from '#shared/contract/checks.ts'
import { usePromptDraft } from '../../../state/checks.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { counted, formatCount } from '../../../ui/format.ts'
import { effectsOf, madeOf, sendsOf, skipsOf } from './plan-figures.ts'

interface PlanSummaryProps {
  /** Those that are wanted. */
  readonly tests: readonly PlannedTest[]
  /** Of them, those that want for a prompt. */
  readonly unmapped: number
}

/** Beforehand: what will be sent, what that may change, and what says nothing of this agent. */
export function PlanSummary({ tests, unmapped }: PlanSummaryProps) {
  const sends = sendsOf(tests)
  const effects = effectsOf(tests)
  return (
    <dl className="plan-summary column gap-3 small rigid scrolls rule-below">
      <Fact name="Sends">
        {sends.length === 0 ? (
          <span className="muted">nothing</span>
        ) : (
          sends.map(({ name, count }) => (
            <span key={name} className="plan-send">
              {name} <span className="muted num">×{formatCount(count)}</span>
            </span>
          ))
        )}
      </Fact>
      <Fact name="Side effects">
        {effects.length === 0 ? <span className="muted">changes nothing</span> : effects.join(', ')}
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
        <ul className="plan-skips mt-4 muted" aria-label="Reasons">
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

/** Of the button that runs them. */
export function runLabel(tests: readonly PlannedTest[], plan: CheckPlan | undefined): string {
  return `Run ${formatCount(madeOf(tests))} of ${counted(plan?.tests.length ?? 0, 'test')}`
}
