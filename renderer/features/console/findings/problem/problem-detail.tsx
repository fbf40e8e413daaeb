// One problem in full: what is wrong, every occurrence, and the bytes of the one that is looked at.

import { Bell, BellOff } from 'lucide-react'
import { useMemo } from 'react'
import type { Entry } from '#shared/record/entry.ts'
import { useCommand } from '../../../../commands/commands.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { createListOf, type Rows } from '../../../../record/paged-list.ts'
import { usePagedList } from '../../../../record/use-paged-list.ts'
import { useFindings } from '../../../../state/findings.ts'
import { type SelectedProblem, useSelection } from '../../../../state/selection.ts'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { InspectorPane } from '../../../../ui/inspector-pane.tsx'
import { Problem } from '../../../../ui/problem.tsx'
import { visibleString } from '../../../../ui/visible-text.ts'
import { CopyForAgent } from '../../../requests/index.ts'
import { EntryBody } from '../../detail/entry-body.tsx'
import { useInSession } from '../use-in-session.ts'
import { OccurrenceGrid } from './occurrence-grid.tsx'
import { ProblemMenu } from './problem-menu.tsx'
import { ProblemText } from './problem-text.tsx'
import { useIsMuted, useMute } from './use-mute.ts'
import { type Occurrence, textOf, useOccurrence } from './use-occurrence.ts'

export function ProblemDetail({ problem }: { readonly problem: SelectedProblem }) {
  const { rule, agentId } = problem
  const { client, canAnnotate } = useEngine()
  const severity = useFindings((view) => view.severity)
  const inSession = useInSession()
  const list = useMemo(
    () =>
      createListOf((range, options) =>
        client.console.findings({ group: { rule, agentId, severity, inSession }, ...range }, options),
      ),
    [client, rule, agentId, severity, inSession],
  )
  const { answer, problem: failure } = usePagedList(list)
  const occurrence = useOccurrence(problem, list)
  const isMuted = useIsMuted(rule, agentId)
  const mute = useMute()
  const toggleMuted = () => mute.mutate({ rule, agentId, muted: !isMuted })
  useCommand('findings.mute', toggleMuted, canAnnotate)
  const { entry, finding } = occurrence
  const name = visibleString(rule)
  return (
    <InspectorPane
      name="Problem"
      title={
        <h2>
          Problem <span className="mono">{name}</span>
        </h2>
      }
      actions={
        <>
          {entry && finding && (
            <CopyForAgent
              key={entry.seq}
              exchangeId={entry.exchangeId}
              problem={textOf(entry, finding, occurrence)}
            />
          )}
          {canAnnotate && (
            <Button
              aria-label={`${isMuted ? 'Unmute' : 'Mute'} ${name}${agentId === undefined ? '' : ' for this agent'}`}
              onClick={toggleMuted}
            >
              {isMuted ? <Bell size={13} /> : <BellOff size={13} />}
              {isMuted ? 'Unmute' : 'Mute'}
            </Button>
          )}
        </>
      }
    >
      {failure !== undefined && <p className="notice">{failure}</p>}
      <Problem error={mute.error} />
      {!answer && failure === undefined && (
        <p className="muted after-a-moment py-10 px-12 small">Loading occurrences…</p>
      )}
      {answer?.total === 0 && <NoOccurrences isNarrowed={(severity ?? inSession) !== undefined} />}
      {!!answer?.total && (
        <Occurrences {...{ problem, list, occurrence, isMuted, toggleMuted }} total={answer.total} />
      )}
    </InspectorPane>
  )
}

interface OccurrencesProps {
  readonly problem: SelectedProblem
  readonly list: Rows<Entry>
  readonly total: number
  readonly occurrence: Occurrence
  readonly isMuted: boolean
  toggleMuted(): void
}

/** Rows that are seen without scrolling. */
const fewRows = 4
const rowPx = 25

function Occurrences({ problem, list, total, occurrence, isMuted, toggleMuted }: OccurrencesProps) {
  const { at, entry, finding, error } = occurrence
  const reveal = useMemo(
    () => finding && ({ pointer: finding.pointer, keepsFocus: true } as const),
    [finding],
  )
  return (
    <>
      {finding && (
        <ProblemText {...{ occurrence, finding, isMuted }}>
          <ProblemMenu {...{ problem, occurrence, isMuted, toggleMuted }} />
        </ProblemText>
      )}
      <div className="line rigid gap-8 rule-above pt-6 px-12 small">
        <h3>Occurrences</h3>
        <span className="muted num">{formatCount(total)}</span>
        <span className="spacer" />
        {entry && (
          <LinkButton
            onClick={() =>
              useSelection.getState().selectExchange(entry.exchangeId, entry.seq, finding?.pointer)
            }
          >
            Open request
          </LinkButton>
        )}
      </div>
      <div className="rigid" style={{ height: (Math.min(total, fewRows) + 1) * rowPx }}>
        <OccurrenceGrid {...{ problem, list, total, at }} />
      </div>
      <div className="fills rule-above">
        <Problem error={error} />
        {at && <EntryBody exchangeId={at.exchangeId} seq={at.seq} reveal={reveal} />}
      </div>
    </>
  )
}

function NoOccurrences({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (!isNarrowed)
    return (
      <EmptyState title="No occurrences">
        <p>Nothing that is recorded here breaks this rule.</p>
      </EmptyState>
    )
  return (
    <EmptyState title="No occurrences">
      <p>No occurrence matches the filters of the list.</p>
      <Button onClick={() => useFindings.getState().showAll()}>Clear the filter</Button>
    </EmptyState>
  )
}
