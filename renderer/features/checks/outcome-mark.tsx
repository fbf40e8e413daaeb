import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import { type Counts, countsOf, type TestOutcome } from '#shared/checks/run.ts'
import { outcomeWords } from '#shared/checks/summary.ts'

export const outcomes = ['fail', 'error', 'pass', 'skip'] as const satisfies readonly TestOutcome[]

const marks = {
  pass: { Icon: CircleCheck, colour: 'var(--completed)' },
  fail: { Icon: CircleX, colour: 'var(--failed)' },
  skip: { Icon: CircleMinus, colour: 'var(--muted)' },
  error: { Icon: TriangleAlert, colour: 'var(--input-required)' },
} as const satisfies Record<TestOutcome, unknown>

export function colourOf(outcome: TestOutcome): string {
  return marks[outcome].colour
}

interface OutcomeMarkProps {
  readonly outcome: TestOutcome
  /** In place of the outcome's own. */
  readonly words?: string
}

/** An outcome as colour, shape and word. */
export function OutcomeMark({ outcome, words = outcomeWords[outcome] }: OutcomeMarkProps) {
  const { Icon, colour } = marks[outcome]
  return (
    <span className="state-mark" style={{ color: colour }}>
      <Icon size={13} />
      {words}
    </span>
  )
}

/** An outcome as colour and shape, with how often. */
export function OutcomeCount({ outcome, count }: { readonly outcome: TestOutcome; readonly count: number }) {
  const { Icon, colour } = marks[outcome]
  return (
    <span className="outcome-count num" style={{ color: colour }} title={`${count} ${outcomeWords[outcome]}`}>
      <Icon size={12} />
      {count}
    </span>
  )
}

export function countOf(counts: Counts, outcome: TestOutcome): number {
  switch (outcome) {
    case 'pass':
      return counts.passed
    case 'fail':
      return counts.failed
    case 'skip':
      return counts.skipped
    case 'error':
      return counts.errors
  }
}

/** In words, what there is none of left out. */
export function countsInWords(results: Parameters<typeof countsOf>[0]): string {
  const counts = countsOf(results)
  const some = outcomes
    .filter((outcome) => countOf(counts, outcome) > 0)
    .map((outcome) => `${countOf(counts, outcome)} ${outcomeWords[outcome]}`)
  return some.length === 0 ? 'nothing yet' : some.join(', ')
}
