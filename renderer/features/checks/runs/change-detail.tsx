import type { TestChange } from '#shared/checks/compare-runs.ts'
import type { TestResult } from '#shared/checks/run.ts'
import { useEngine } from '../../../host/engine.tsx'
import { GuardedDrawing } from '../../../ui/drawing/guarded-drawing.tsx'
import { whenOf } from '../../../ui/format.ts'
import { CheckDetail } from '../check-detail.tsx'
import { OutcomeMark } from '../outcome-mark.tsx'
import { Evidence, Reason } from '../result/index.ts'
import type { RunHead } from '../use-check-run.ts'

interface ChangeDetailProps {
  readonly change: TestChange
  readonly before: ComparedRun
  readonly after: ComparedRun
  onClose(): void
}

/** A test as it came out in either run, each with the way to its bytes. */
export function ChangeDetail({ change, before, after, onClose }: ChangeDetailProps) {
  return (
    <CheckDetail
      label="Change"
      bodyLabel="What the test found"
      testName={(change.after ?? change.before)?.name ?? ''}
      onClose={onClose}
    >
      <GuardedDrawing of={`change ${before.run.id} ${after.run.id} ${change.key}`} value={change}>
        <Side name="After" of={after} result={change.after} />
        <Side name="Before" of={before} result={change.before} />
      </GuardedDrawing>
    </CheckDetail>
  )
}

interface SideProps {
  readonly name: string
  readonly of: ComparedRun
  readonly result: TestResult | undefined
}

function Side({ name, of, result }: SideProps) {
  const { recorded } = useEngine()
  // Of a kept session nothing but its own exchanges is at hand.
  const isAtHand = recorded === undefined || recorded.session.id === of.sessionId
  return (
    <section className="check-side column gap-8" aria-label={name}>
      <h4 className="text-line gap-8 mb-4 muted bold">
        {name} <span className="num">{whenOf(of.run.startedAt)}</span>{' '}
        {result && <OutcomeMark outcome={result.outcome} />}
      </h4>
      {result ? <Reason result={result} /> : <p className="muted">This run has no result of this test.</p>}
      {result && isAtHand && <Evidence run={of.run} result={result} />}
    </section>
  )
}

export interface ComparedRun {
  readonly sessionId: string
  readonly run: RunHead
  readonly results: readonly TestResult[]
}
