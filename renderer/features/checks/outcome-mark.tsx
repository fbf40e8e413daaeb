import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import { type Counts, countsOf, type TestOutcome } from '#shared/checks/run.ts'
import { outcomeWords } from '#shared/checks/summary.ts'
import { Mark } from '../../ui/marks.tsx'

export const outcomes = ['fail', 'inconclusive', 'pass', 'skip'] as const satisfies readonly TestOutcome[]

const marks = {
  pass: { icon: CircleCheck, colour: 'var(--completed)' },
  fail: { icon: CircleX, colour: 'var(--failed)' },
  skip: { icon: CircleMinus, colour: 'var(--dim)' },
  inconclusive: { icon: TriangleAlert, colour: 'var(--input-required)' },
} as const satisfies Record<TestOutcome, unknown>

export function colourOf(outcome: TestOutcome): string {
  return marks[outcome].colour
}

interface OutcomeMarkProps {
  readonly outcome: TestOutcome
  /** Replaces the outcome's own word. */
  readonly words?: string
}

export function OutcomeMark({ outcome, words = outcomeWords[outcome] }: OutcomeMarkProps) {
  return <Mark {...marks[outcome]} word={words} />
}

export function OutcomeCount({ outcome, count }: { readonly outcome: TestOutcome; readonly count: number }) {
  const { icon: Icon, colour } = marks[outcome]
  return (
    <span
      className="outcome-count num inline gap-3 small"
      style={{ color: colour }}
      title={`${count} ${outcomeWords[outcome]}`}
    >
      <Icon size={12} />
      {count}
    </span>
  )
}

const countNames = {
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
  inconclusive: 'inconclusive',
} as const

export function countOf(counts: Counts, outcome: TestOutcome): number {
  return counts[countNames[outcome]]
}

/** In words, without zero counts. */
export function countsInWords(results: Parameters<typeof countsOf>[0]): string {
  const counts = countsOf(results)
  const some = outcomes
    .filter((outcome) => countOf(counts, outcome) > 0)
    .map((outcome) => `${countOf(counts, outcome)} ${outcomeWords[outcome]}`)
  return some.length === 0 ? 'nothing yet' : some.join(', ')
}
