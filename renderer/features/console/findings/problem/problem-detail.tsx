// One problem: what is wrong, every occurrence, and the bytes of the selected one.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { maxReadRows } from '#shared/contract/constants.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import type { Entry } from '#shared/record/entry.ts'
import { useCommand } from '../../../../commands/commands.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { createListOf, type Rows, usePagedList } from '../../../../record/paged-list.ts'
import { useFollowed } from '../../../../record/use-followed.ts'
import { useFindings } from '../../../../state/console.ts'
import { closedRowMenu, problemKey, useRowMenu } from '../../../../state/row-menu.ts'
import { type SelectedProblem, useSelection } from '../../../../state/selection.ts'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { CodeText } from '../../../../ui/code-text.tsx'
import { ExpectedReceived } from '../../../../ui/expected-received.tsx'
import { Fact } from '../../../../ui/fact.tsx'
import { EmptyState, Problem } from '../../../../ui/feedback.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { SeverityMark } from '../../../../ui/marks.tsx'
import { ContextMenu, type MenuItem, PointedMenu } from '../../../../ui/menu.tsx'
import { InspectorPane } from '../../../../ui/pane.tsx'
import { UntrustedText } from '../../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../../ui/visible-text.ts'
import { CopyForAgent, copyForAgent } from '../../../requests/index.ts'
import { EntryBody } from '../../detail/entry-body.tsx'
import { useInSession } from '../use-in-session.ts'
import { OccurrenceGrid } from './occurrence-grid.tsx'
import { type Occurrence, textOf, useOccurrence } from './use-occurrence.ts'
import '../../console.css'

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
        <p className="dim after-a-moment py-10 px-12 small">Loading occurrences…</p>
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

/** Rows visible without scrolling. */
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
      <div className="line rigid gap-8 rule-above px-12 small">
        <h3>Occurrences</h3>
        <span className="dim num">{formatCount(total)}</span>
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

/** Mutes a rule for an agent, or unmutes it. Followed lists update by themselves; others are read again. */
function useMute() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: Inputs['console']['mute']) => client.console.mute(input),
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: queries.sessions.list.key() })
      await cache.invalidateQueries({ queryKey: ['checks', 'findings'] })
    },
  })
}

function useIsMuted(rule: string, agentId: string | undefined): boolean {
  const { client } = useEngine()
  const { answer } = useFollowed(
    useCallback(
      (wait, signal) => {
        const range = { offset: 0, limit: maxReadRows }
        const muted = { rule, ...defined({ agentId }), muted: true, ...range }
        return client.console.findingGroups({ ...muted, ...wait }, { signal })
      },
      [client, rule, agentId],
    ),
  )
  return answer?.rows.some((group) => group.rule === rule && group.agentId === agentId) ?? false
}

interface ProblemMenuProps {
  readonly problem: SelectedProblem
  readonly occurrence: Occurrence
  readonly isMuted: boolean
  toggleMuted(): void
}

function ProblemMenu({ problem, occurrence, isMuted, toggleMuted }: ProblemMenuProps) {
  const { client, canAnnotate, canExport } = useEngine()
  const pointed = useRowMenu()
  const { at, entry, finding } = occurrence
  // The selection changes before the entry is read.
  if (!entry || !finding || entry.seq !== at?.seq) return null
  const { exchangeId, seq } = entry
  const copy = () => void copyForAgent(client, exchangeId, textOf(entry, finding, occurrence))
  const menu = {
    label: 'Problem',
    items: (): readonly MenuItem[] => [
      {
        label: 'Open request',
        run: () => useSelection.getState().selectExchange(exchangeId, seq, finding.pointer),
      },
      ...(canExport ? [{ label: 'Copy for a coding agent', run: copy }] : []),
      ...(canAnnotate ? [{ label: isMuted ? 'Unmute' : 'Mute', run: toggleMuted }] : []),
    ],
  }
  return (
    <>
      <ContextMenu {...menu} subject=".problem-text" />
      {pointed.subject === problemKey(problem) && (
        <PointedMenu
          {...menu}
          x={pointed.x}
          y={pointed.y}
          onClose={() => useRowMenu.setState(closedRowMenu)}
        />
      )}
    </>
  )
}

interface ProblemTextProps {
  readonly occurrence: Occurrence
  readonly finding: Finding
  readonly isMuted: boolean
  readonly children: ReactNode
}

function ProblemText({ occurrence, finding, isMuted, children }: ProblemTextProps) {
  const { severity, message, hint, spec } = finding
  const { others, expected, received, agent } = occurrence
  return (
    <div className="problem-text column rigid gap-8 scrolls py-10 px-12">
      <h3>
        <CodeText text={message} limit={600} />
        {others > 0 && <span className="dim"> and {formatCount(others)} more in these bytes</span>}
      </h3>
      <p className="line wraps gap-8 small">
        <SeverityMark severity={severity} named />
        <span className="dim">
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
