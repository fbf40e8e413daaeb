import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Comparison } from '#shared/contract/preferences.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import type { Run } from '#shared/replay/runs.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { queryClient } from '../../../host/query-client.ts'
import { useChat } from '../../../state/chat.ts'
import { useLooking } from '../../../state/looking.ts'
import { useMode } from '../../../state/mode.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useEscape } from '../../../ui/use-escape.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { nameOf, whenOf } from '../session-words.ts'
import { isLeaving, useSession, useSessionList } from '../use-sessions.ts'
import { compareRuns, summaryOf } from './compared-runs.ts'
import { RunPairView } from './run-pair-view.tsx'
import './compare.css'

/** Two recordings prompt by prompt: states, timing, and what came of it as a diff. */
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
      <div className="pane-head">
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
        {isReading && <p className="muted after-a-moment">Comparing…</p>}
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

/** Esc leads back, and a conversation or an agent that is chosen beside it is shown. */
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
  if (runs.length === 0) return <p className="muted">Neither of them has messages.</p>
  const shown = onlyDifferences ? runs.filter(({ isEqual }) => !isEqual) : runs
  return (
    <>
      <p className="line wraps gap-12">
        <Checkbox label="Only differences" checked={onlyDifferences} onChange={setOnlyDifferences} />
        <span className="muted" role="status">
          {summaryOf(runs)}
        </span>
      </p>
      <ol className="run-pairs" aria-label="Runs">
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

/** Sessions that are open come first, then those with the same agents. */
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
