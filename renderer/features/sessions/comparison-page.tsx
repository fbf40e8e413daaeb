import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Comparison } from '#shared/contract/preferences.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import type { Run } from '#shared/replay/runs.ts'
import { shorten } from '#shared/shorten.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'
import { useChat } from '../../state/chat.ts'
import { useMode, useSelection } from '../../state/selection.ts'
import { useLooking } from '../../state/viewing.ts'
import { Button } from '../../ui/button.tsx'
import { PairedTextsDiff } from '../../ui/diff/text-diff.tsx'
import { EmptyState, Problem } from '../../ui/feedback.tsx'
import { Checkbox, Select } from '../../ui/field.tsx'
import { formatDuration, formatOffset } from '../../ui/format.ts'
import { StateMark } from '../../ui/marks.tsx'
import { useEscape } from '../../ui/use-escape.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { type ComparedRun, compareRuns, summaryOf } from './compared-runs.ts'
import { nameOf, whenOf } from './session-words.ts'
import { isLeaving, useSession, useSessionList } from './use-sessions.ts'
import './sessions.css'

/** Two recordings prompt by prompt: states, times, and the results as a diff. */
export function ComparisonPage({ sessionId, withId }: Comparison) {
  const session = useSession(sessionId)
  const list = useSessionList()
  const tabs = useLooking((looking) => looking.tabs)
  const likely = likeliness(session, new Set(tabs.map((tab) => tab.sessionId)))
  const others = (list.data?.pages.flatMap(({ sessions }) => sessions) ?? [])
    .filter((each) => each.id !== sessionId && each.exchanges > 0 && !isLeaving(each))
    .toSorted((a, b) => likely(b) - likely(a))
  const other = others.find(({ id }) => id === withId) ?? others[0]
  const before = useRuns(sessionId)
  const after = useRuns(other?.id)
  const error = before.error ?? after.error
  const isReading = other !== undefined && !error && !(before.data && after.data)
  const page = useRef<HTMLElement>(null)
  useEffect(() => page.current?.focus(), [])
  useLeaving()

  return (
    <section ref={page} className="pane" aria-label="Two recordings compared" tabIndex={-1}>
      <div className="pane-head line rigid gap-8 rule-below">
        <h2>Compare {session && titleOf(session)}</h2>
        {other && (
          <>
            with
            <Select
              className="comparison-choice"
              aria-label="With"
              options={others.map(({ id }) => id)}
              value={other.id}
              nameOf={(id) => titleOf(others.find((each) => each.id === id) ?? other)}
              onChange={(id) => useMode.getState().compare({ sessionId, withId: id })}
            />
          </>
        )}
        <span className="spacer" />
        <Button onClick={close}>Close comparison</Button>
      </div>
      <div className="fills scrolls py-10 px-12">
        {others.length === 0 && list.data && <EmptyState title="No other recording to compare with" />}
        <Problem error={error} />
        {isReading && <p className="dim after-a-moment">Comparing…</p>}
        {session && other && before.data && after.data && (
          <Compared before={before.data} after={after.data} names={[titleOf(session), titleOf(other)]} />
        )}
      </div>
    </section>
  )
}

function close(): void {
  useMode.getState().compare(undefined)
}

/** Esc leaves the comparison, and so does choosing a conversation or an agent. */
function useLeaving(): void {
  useEscape(close)
  useEffect(() => {
    const stops = [
      useChat.subscribe(({ shown }, before) => shown !== before.shown && close()),
      useSelection.subscribe(({ agentId }, before) => agentId !== before.agentId && close()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

interface ComparedProps {
  readonly before: readonly Run[]
  readonly after: readonly Run[]
  readonly names: readonly [first: string, second: string]
}

function Compared({ before, after, names }: ComparedProps) {
  const runs = useMemo(() => compareRuns(before, after), [before, after])
  const [onlyDifferences, setOnlyDifferences] = useState(true)
  if (runs.length === 0) return <p className="dim">Neither of them has messages.</p>
  const shown = onlyDifferences ? runs.filter(({ isEqual }) => !isEqual) : runs
  return (
    <>
      <p className="line wraps gap-12">
        <Checkbox label="Only differences" checked={onlyDifferences} onChange={setOnlyDifferences} />
        <span className="dim" role="status">
          {summaryOf(runs)}
        </span>
      </p>
      <ol className="mt-12" aria-label="Runs">
        {shown.map((run) => (
          <RunPairView
            key={`${run.before?.seq} ${run.after?.seq}`}
            compared={run}
            names={names}
            onlyDifferences={onlyDifferences}
          />
        ))}
      </ol>
    </>
  )
}

function titleOf(session: SessionView): string {
  return `${visibleString(nameOf(session))} · ${whenOf(session.firstAt ?? session.createdAt)}`
}

/** Open sessions first, then those with the same agents. */
function likeliness(
  session: SessionView | undefined,
  opened: ReadonlySet<string>,
): (other: SessionView) => number {
  const names = new Set(session?.agents.map(({ name }) => name))
  return ({ id, agents }) => (opened.has(id) ? 2 : 0) + (agents.some(({ name }) => names.has(name)) ? 1 : 0)
}

function useRuns(sessionId: string | undefined) {
  const { queries } = useLiveEngine()
  return useQuery(
    queries.sessions.runs.queryOptions({
      input: { sessionId: sessionId ?? '-' },
      enabled: sessionId !== undefined,
      staleTime: 0,
    }),
    queryClient,
  )
}

interface RunPairViewProps {
  readonly compared: ComparedRun
  /** Of the sessions. */
  readonly names: readonly [first: string, second: string]
  readonly onlyDifferences: boolean
}

function RunPairView({ compared, names, onlyDifferences }: RunPairViewProps) {
  const { before, after, texts } = compared
  const text = before?.says ?? after?.says ?? ''
  return (
    <li className="py-12 rule-above">
      <h3 className="truncate mb-6">{visibleString(shorten(text)) || 'A prompt without text'}</h3>
      <div className="run-sides">
        <Side label="First" name={names[0]} run={before} />
        <Side label="Second" name={names[1]} run={after} />
      </div>
      {before && after && <PairedTextsDiff pairs={texts} onlyDifferences={onlyDifferences} />}
    </li>
  )
}

interface SideProps {
  readonly label: string
  readonly name: string
  readonly run: Run | undefined
}

function Side({ label, name, run }: SideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
    <div role="group" aria-label={label}>
      <p className="faint truncate mb-4">
        {label} · {name}
        {run && <span className="num"> · {formatDuration(run.totalMs)}</span>}
      </p>
      {run === undefined ? (
        <p className="dim mb-4">Not in this recording.</p>
      ) : run.states.length === 0 ? (
        <p className="dim mb-4">Direct reply, no task.</p>
      ) : (
        <ul className="run-states flex wraps">
          {run.states.map(({ state, atMs }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a state may occur twice, and the list does not change
            <li key={index}>
              <StateMark state={state} /> <span className="faint num">{formatOffset(atMs)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
