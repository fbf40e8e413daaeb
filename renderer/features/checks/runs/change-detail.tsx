import { X } from 'lucide-react'
import type { TestChange } from '#shared/checks/compare-runs.ts'
import type { TestResult } from '#shared/checks/run.ts'
import { useEngine } from '../../../host/engine.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { GuardedDrawing } from '../../../ui/drawing/guarded-drawing.tsx'
import { whenOf } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
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
    <section className="check-detail" aria-label="Change">
      <div className="title-bar">
        <h3 className="truncate">
          <UntrustedText text={(change.after ?? change.before)?.name ?? ''} limit={300} />
        </h3>
        <span className="spacer" />
        <IconButton label="Close the test" icon={<X size={14} />} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="check-detail-body" tabIndex={0} aria-label="What the test found">
        <GuardedDrawing of={`change ${before.run.id} ${after.run.id} ${change.key}`} value={change}>
          <Side name="After" of={after} result={change.after} />
          <Side name="Before" of={before} result={change.before} />
        </GuardedDrawing>
      </section>
    </section>
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
      {result && isAtHand && <Evidence result={result} />}
    </section>
  )
}

export interface ComparedRun {
  readonly sessionId: string
  readonly run: RunHead
  readonly results: readonly TestResult[]
}
