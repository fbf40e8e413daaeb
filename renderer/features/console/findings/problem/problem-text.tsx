import type { ReactNode } from 'react'
import { cited, type Finding } from '#shared/a2a/finding.ts'
import { CodeText } from '../../../../ui/code-text.tsx'
import { ExpectedReceived } from '../../../../ui/expected-received.tsx'
import { Fact } from '../../../../ui/fact.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { SeverityMark } from '../../../../ui/severity-mark.tsx'
import { UntrustedText } from '../../../../ui/untrusted-text.tsx'
import type { Occurrence } from './use-occurrence.ts'
import './problem.css'

interface ProblemTextProps {
  readonly occurrence: Occurrence
  readonly finding: Finding
  readonly isMuted: boolean
  /** Its menu. */
  readonly children: ReactNode
}

/** What is wrong, and what would be right. */
export function ProblemText({ occurrence, finding, isMuted, children }: ProblemTextProps) {
  const { severity, message, hint, spec } = finding
  const { others, expected, received, agent } = occurrence
  return (
    <div className="problem-text column rigid gap-8 scrolls py-10 px-12">
      <h3>
        <CodeText text={message} limit={600} />
        {others > 0 && <span className="muted"> and {formatCount(others)} more in these bytes</span>}
      </h3>
      <p className="line wraps gap-8 small">
        <SeverityMark severity={severity} named />
        <span className="muted">
          <UntrustedText text={agent} limit={300} />
        </span>
        {isMuted && <span className="faint">muted</span>}
      </p>
      <ExpectedReceived expected={expected} received={received} />
      <dl className="column gap-3 small">
        <Fact name="What to change">
          <CodeText text={hint} limit={2_000} />
        </Fact>
        <Fact name="Section">
          <UntrustedText text={cited(spec)} limit={300} />
        </Fact>
      </dl>
      {children}
    </div>
  )
}
