// One test of a run: what was expected, what came, what to do about it, and the way to the bytes.

import { RotateCw } from 'lucide-react'
import type { TestResult } from '#shared/checks/run.ts'
import { levelWord, sectionOf } from '#shared/checks/summary.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { GuardedDrawing } from '../../../ui/drawing/guarded-drawing.tsx'
import { ExpectedReceived } from '../../../ui/expected-received.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { CheckDetail, TextFact } from '../check-detail.tsx'
import { wayNames } from '../check-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import type { RunHead } from '../use-check-run.ts'
import { Evidence } from './evidence.tsx'
import { keyOf } from './result-rows.ts'

interface ResultDetailProps {
  readonly run: RunHead
  readonly result: TestResult
  /** Makes this test once more. */
  readonly onRepeat?: (() => void) | undefined
  onClose(): void
}

export function ResultDetail({ run, result, onRepeat, onClose }: ResultDetailProps) {
  const { name, outcome, description, hint } = result
  return (
    <CheckDetail
      label="Check"
      bodyLabel="What the test found"
      testName={name}
      mark={<OutcomeMark outcome={outcome} />}
      action={
        onRepeat && (
          <IconButton label="Run this test again" icon={<RotateCw size={13} />} onClick={onRepeat} />
        )
      }
      onClose={onClose}
    >
      <GuardedDrawing of={`check ${keyOf(run, result)}`} value={result}>
        <Reason result={result} />
        <Evidence run={run} result={result} />
        {hint !== undefined && outcome === 'fail' && (
          <p>
            <span className="muted">What to do: </span>
            <CodeText text={hint} limit={2_000} />
          </p>
        )}
        <Facts run={run} result={result} />
        {description !== undefined && (
          <p className="muted">
            <CodeText text={description} limit={2_000} />
          </p>
        )}
      </GuardedDrawing>
    </CheckDetail>
  )
}

/** Why the outcome is what it is; a comparison shows it twice. */
export function Reason({ result }: { readonly result: TestResult }) {
  const { outcome, reason, failure } = result
  if (outcome === 'pass') return <p>Passed.</p>
  return (
    <>
      <p className="check-message">
        <CodeText text={failure?.message ?? reason ?? 'No reason was given.'} limit={4_000} />
      </p>
      {failure && <ExpectedReceived expected={failure.expected} received={failure.actual} />}
    </>
  )
}

function Facts({ run, result }: { readonly run: RunHead; readonly result: TestResult }) {
  const { level, testId, way, durationMs, failure } = result
  const own = run.ways[way]
  const section = sectionOf(result, run.ways)
  return (
    <dl className="column gap-3 small">
      <Fact name="Requirement">
        {levelWord(level)}
        {section !== undefined && (
          <>
            {' '}
            · <UntrustedText text={section} limit={100} />
          </>
        )}
      </Fact>
      <TextFact name="Test" text={testId} />
      <TextFact name="Place" text={failure?.path} />
      <TextFact name="Step" text={failure?.stepId} />
      {own && (
        <Fact name="Interface">
          {wayNames(run.ways)[way]}{' '}
          <span className="faint mono">
            <UntrustedText text={own.url} limit={200} />
          </span>
        </Fact>
      )}
      {durationMs > 0 && <Fact name="Duration">{formatDuration(durationMs)}</Fact>}
    </dl>
  )
}
