import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SessionView } from '#shared/contract/sessions.ts'
import type { Run } from '#shared/replay/runs.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { queryClient } from '../../../host/query-client.ts'
import { useLooking } from '../../../state/looking.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { nameOf, whenOf } from '../session-words.ts'
import { isLeaving, useSessionList } from '../use-sessions.ts'
import { compareRuns, summaryOf } from './compared-runs.ts'
import { RunPairView } from './run-pair-view.tsx'
import './compare.css'

interface CompareDialogProps {
  readonly session: SessionView
  onClose(): void
}

/** Two sessions prompt by prompt: states, timing, and what came of it as a diff. */
export function CompareDialog({ session, onClose }: CompareDialogProps) {
  const list = useSessionList()
  const tabs = useLooking((looking) => looking.tabs)
  const likely = likeliness(session, new Set(tabs.map(({ sessionId }) => sessionId)))
  const others = (list.data?.pages.flatMap(({ sessions }) => sessions) ?? [])
    .filter((each) => each.id !== session.id && each.exchanges > 0 && !isLeaving(each))
    .toSorted((a, b) => likely(b) - likely(a))
  const [chosen, setChosen] = useState<string>()
  const other = others.find(({ id }) => id === chosen) ?? others[0]
  const otherId = other?.id
  const before = useRuns(session.id)
  const after = useRuns(otherId)
  const error = before.error ?? after.error

  return (
    <Dialog
      title={`Compare ${visibleString(nameOf(session))}`}
      wide
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {others.length === 0 && list.data && (
        <p className="muted">There is no other recording to compare with.</p>
      )}
      {otherId !== undefined && (
        <label className="line gap-8">
          With{' '}
          <select className="input" value={otherId} onChange={({ target }) => setChosen(target.value)}>
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {titleOf(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Problem error={error} />
      {otherId !== undefined && !error && !(before.data && after.data) && (
        <p className="muted after-a-moment">Comparing…</p>
      )}
      {before.data && after.data && (
        <Compared
          before={before.data}
          after={after.data}
          names={[titleOf(session), other ? titleOf(other) : '']}
        />
      )}
    </Dialog>
  )
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
      <p className="line wraps gap-12 mt-10">
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
function likeliness(session: SessionView, opened: ReadonlySet<string>): (other: SessionView) => number {
  const names = new Set(session.agents.map(({ name }) => name))
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
