import { useQuery } from '@tanstack/react-query'
import { ChevronDown, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import type { TestResult } from '#shared/checks/run.ts'
import { verdictOf } from '#shared/checks/summary.ts'
import { type PastRun, type ReportFormat, reportFormats } from '#shared/contract/checks.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../../host/engine.tsx'
import type { ChecksPlaceOf } from '../../../state/checks.ts'
import { showConsole } from '../../../state/console.ts'
import { useLooking } from '../../../state/viewing.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/feedback.tsx'
import { counted, formatDuration, whenOf } from '../../../ui/format.ts'
import { useNow } from '../../../ui/hooks.ts'
import { Menu } from '../../../ui/menu.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { stateWords } from '../check-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { type RunHead, useStart } from '../use-check-run.ts'

interface ResultHeadProps {
  readonly sessionId: string
  readonly run: RunHead
  readonly results: readonly TestResult[]
  /** Of the same agent. */
  readonly runs: readonly PastRun[]
  readonly place: ChecksPlaceOf
}

export function ResultHead({ sessionId, run, results, runs, place }: ResultHeadProps) {
  const { canCall } = useEngine()
  const start = useStart()
  const { change, wanted, isStarting } = place
  const onProblem = (problem: string | undefined) => change({ problem })
  const others = runs.filter((each) => each.sessionId !== sessionId && each.state !== 'running')
  if (run.state === 'running')
    return <RunProgress sessionId={sessionId} run={run} done={results.length} onProblem={onProblem} />
  return (
    <>
      <span className="spacer" />
      <SessionOfRun sessionId={sessionId} run={run} />
      {others.length > 0 && (
        <Menu
          label="Compare with another run"
          button={
            <>
              Compare <ChevronDown size={13} />
            </>
          }
          className="button"
          items={() => others.slice(0, maxOfferedRuns).map((other) => itemOf(other, change))}
        />
      )}
      <ExportMenu sessionId={sessionId} onProblem={onProblem} />
      {canCall && (
        <Button primary disabled={isStarting} onClick={() => void start(run.agentId, wanted)}>
          <RotateCw size={12} /> {isStarting ? 'Starting…' : 'Run again'}
        </Button>
      )}
      <Verdict run={run} results={results} />
    </>
  )
}

/** Earlier runs that a run can be compared with from its menu; the list of runs has all. */
const maxOfferedRuns = 30

function itemOf({ sessionId, startedAt, failed, passed }: PastRun, change: ChecksPlaceOf['change']) {
  return {
    label: whenOf(startedAt),
    hint: `${failed} failed, ${passed} passed`,
    run: () => change({ compareWith: sessionId, selected: undefined, changeKind: undefined }),
  }
}

const marks = { passed: 'pass', failed: 'fail', unmeasured: 'inconclusive', incomplete: 'skip' } as const

function Verdict({ run, results }: Pick<ResultHeadProps, 'run' | 'results'>) {
  const { state: verdict, sentence } = verdictOf({ ...run, results })
  const { state, startedAt, endedAt } = run
  return (
    <span className="check-verdict text-line wraps full-width small">
      <span role="status">
        <OutcomeMark outcome={marks[verdict]} words={sentence} />
      </span>
      <span className="faint num">
        {whenOf(startedAt)}
        {endedAt !== undefined && ` · ${formatDuration(endedAt - startedAt)}`}
        {state !== 'done' && ` · ${stateWords[state]}`}
      </span>
    </span>
  )
}

/** Parley's own findings in the run. A run made while recording was paused has no session. */
function useRunFindings(sessionId: string, { state }: RunHead) {
  const { client } = useEngine()
  return useQuery({
    queryKey: ['checks', 'findings', sessionId, state],
    queryFn: ({ signal }) => client.console.counts({ sessionId }, { signal }),
    staleTime: 0,
  })
}

/** Links to all exchanges of the run, and to their findings, which complement the tests. */
function SessionOfRun({ sessionId, run }: { readonly sessionId: string; readonly run: RunHead }) {
  const { recorded } = useEngine()
  const { data, error } = useRunFindings(sessionId, run)
  const open = () => useLooking.getState().open(sessionId, `Checks of ${run.agentName}`)
  if (error) {
    return (
      <span className="faint" title="Recording was paused or stopped: this run is lost when Parley quits">
        not recorded
      </span>
    )
  }
  if (data === undefined) return null
  return (
    <>
      {data.findings === 0 ? (
        <span className="faint">no problems</span>
      ) : (
        <LinkButton
          title="Problems in the requests of this run"
          onClick={() => {
            if (!recorded) open()
            showConsole('findings')
          }}
        >
          {counted(data.findings, 'problem')}
        </LinkButton>
      )}
      {!recorded && <LinkButton onClick={open}>Open recording</LinkButton>}
    </>
  )
}

interface RunProgressProps {
  readonly sessionId: string
  readonly run: RunHead
  readonly done: number
  onProblem(problem: string | undefined): void
}

function RunProgress({ sessionId, run, done, onProblem }: RunProgressProps) {
  const { client, canCall } = useEngine()
  const [isStopping, setStopping] = useState(false)
  const seconds = Math.max(0, Math.floor((useNow(true) - run.startedAt) / 1_000))

  function stop(): void {
    setStopping(true)
    client.checks.stop({ sessionId }).catch((error: unknown) => {
      setStopping(false)
      onProblem(messageOf(error))
    })
  }

  return (
    <div className="run-progress line fills gap-10 small">
      <span className="num">
        {done} of {counted(run.planned, 'test')}
      </span>
      <span className="faint num">{seconds} s</span>
      <ProgressBar label="Checks" part={run.planned === 0 ? undefined : done / run.planned} />
      {canCall && (
        <Button disabled={isStopping} onClick={stop}>
          <Square size={11} /> {isStopping ? 'Stopping…' : 'Stop'}
        </Button>
      )}
    </div>
  )
}

interface ExportMenuProps {
  readonly sessionId: string
  onProblem(problem: string | undefined): void
}

/** Labels by format; any other format has its own name. */
const names: Readonly<Record<string, string>> = {
  json: 'Save as JSON (ACTS report)',
  junit: 'Save as JUnit XML',
  sarif: 'Save as SARIF',
  html: 'Save as HTML page',
  markdown: 'Save as Markdown',
  badge: 'Save as badge (SVG)',
}

function ExportMenu({ sessionId, onProblem }: ExportMenuProps) {
  const { client } = useEngine()

  function save(format: ReportFormat): void {
    onProblem(undefined)
    client.checks
      .report({ sessionId, format })
      .then(({ fileName, mediaType, text }) => saveFile(new Blob([text], { type: mediaType }), fileName))
      .catch((error: unknown) => onProblem(messageOf(error)))
  }

  return (
    <Menu
      label="Save the report"
      className="button"
      button={
        <>
          Save <ChevronDown size={13} />
        </>
      }
      items={() =>
        reportFormats.map((format) => ({
          label: names[format] ?? `Save as ${format}`,
          run: () => save(format),
        }))
      }
    />
  )
}
