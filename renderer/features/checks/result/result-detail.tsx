// One test of a run: the expectation, the result, what to do about it, and a link to the bytes.

import { useQueries } from '@tanstack/react-query'
import { ArrowUpRight, RotateCw } from 'lucide-react'
import type { TestResult } from '#shared/checks/run.ts'
import { levelWord, sectionOf } from '#shared/checks/summary.ts'
import { defined } from '#shared/defined.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useEntry } from '../../../record/use-exchange.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { GuardedDrawing } from '../../../ui/drawing/crash-boundary.tsx'
import { ExpectedReceived } from '../../../ui/expected-received.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { formatDuration, joinDefined } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { CopyForAgent, type ProblemToCopy } from '../../requests/index.ts'
import { CheckDetail, TextFact } from '../check-detail.tsx'
import { interfaceTitles } from '../check-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import type { RunHead } from '../use-check-run.ts'
import { keyOf, placeShown } from './result-rows.ts'

/** Exchanges of one test that are listed by name; a line reports how many more there are. */
const maxNamedExchanges = 20

interface ResultDetailProps {
  readonly run: RunHead
  readonly result: TestResult
  /** Runs this test once more. */
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
      <GuardedDrawing name={`check ${keyOf(run, result)}`} value={result}>
        <Reason result={result} />
        <Evidence run={run} result={result} />
        {hint !== undefined && outcome === 'fail' && (
          <p>
            <span className="dim">What to do: </span>
            <CodeText text={hint} limit={2_000} />
          </p>
        )}
        <Facts run={run} result={result} />
        {description !== undefined && (
          <p className="dim">
            <CodeText text={description} limit={2_000} />
          </p>
        )}
      </GuardedDrawing>
    </CheckDetail>
  )
}

/** Why it has this outcome; a comparison shows it twice. */
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
          {interfaceTitles(run.ways)[way]}{' '}
          <span className="faint mono">
            <UntrustedText text={own.url} limit={200} />
          </span>
        </Fact>
      )}
      {durationMs > 0 && <Fact name="Duration">{formatDuration(durationMs)}</Fact>}
    </dl>
  )
}

/** Links from a result to the bytes: the place that proves it, and every call of the test. */
export function Evidence({ run, result }: { readonly run: RunHead; readonly result: TestResult }) {
  const shown = placeShown(result)
  const entry = useEntry(shown?.exchangeId, shown?.seq)
  if (shown === undefined) {
    return <p className="faint">The test sent nothing, so there is no request to show.</p>
  }
  const { exchangeId, seq } = shown
  return (
    <>
      <div className="flex wraps gap-6">
        <Button onClick={() => showOnWire(exchangeId)}>
          <ArrowUpRight size={13} /> Show request
        </Button>
        {seq !== undefined && entry && (
          <Button onClick={() => showOnWire(exchangeId, seq)}>
            <ArrowUpRight size={13} /> {placeName(entry)}
          </Button>
        )}
        {result.outcome === 'fail' && (
          <CopyForAgent exchangeId={exchangeId} problem={{ ...textOf(run, result), ...defined({ seq }) }} />
        )}
      </div>
      {result.exchangeIds.length > 1 && <Calls exchangeIds={result.exchangeIds} at={exchangeId} />}
    </>
  )
}

function textOf({ ways }: RunHead, result: TestResult): ProblemToCopy {
  const { name, testId, level, way, reason, failure, hint } = result
  return {
    title: failure?.message ?? reason ?? name,
    facts: {
      Test: `${name} (${testId})`,
      Requirement: joinDefined(' · ', levelWord(level), sectionOf(result, ways)),
      Interface: interfaceTitles(ways)[way],
      Place: failure?.path,
      Expected: failure?.expected,
      Received: failure?.actual,
      'What to change': hint,
    },
  }
}

function placeName(entry: Entry): string {
  switch (entry.kind) {
    case 'frame':
      return `Show event ${entry.index + 1}`
    case 'request':
      return 'Show the request'
    case 'webhook':
      return 'Show the webhook call'
    case 'end':
    case 'failure':
    case 'response':
      return 'Show the response'
    case 'redirect':
    case 'note':
      return 'Show the place'
  }
}

interface CallsProps {
  readonly exchangeIds: readonly string[]
  /** The exchange that proves the result. */
  readonly at: string
}

/** The requests of a test are read again where it is selected again after this. */
const unusedRequestMs = 10_000

function Calls({ exchangeIds, at }: CallsProps) {
  const { queries } = useEngine()
  const named = exchangeIds.slice(0, maxNamedExchanges)
  const rows = useQueries({
    queries: named.map((exchangeId) => ({
      ...queries.console.exchange.queryOptions({ input: { exchangeId } }),
      gcTime: unusedRequestMs,
    })),
  })
  return (
    <div>
      <h4 className="text-line gap-8 mb-4 dim bold">Requests of this test</h4>
      <ol className="column gap-2" aria-label="Requests of this test">
        {named.map((exchangeId, index) => (
          <li key={exchangeId}>
            <LinkButton onClick={() => showOnWire(exchangeId)}>
              {callName(rows[index]?.data?.row, index)}
            </LinkButton>
            {exchangeId === at && <span className="faint"> shown above</span>}
          </li>
        ))}
      </ol>
      {exchangeIds.length > named.length && (
        <p className="faint">and {exchangeIds.length - named.length} more in the recording of this run</p>
      )}
    </div>
  )
}

function callName(row: ExchangeRow | undefined, index: number): string {
  if (row === undefined) return `Request ${index + 1}`
  const ended = row.state === 'failed' ? row.failure : (row.status ?? row.state)
  return visibleString([row.label, ended, row.code].filter((part) => part !== undefined).join(' · '))
}
