import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionView } from '#shared/contract/sessions.ts'
import { pairRuns } from '#shared/replay/runs.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { queryClient } from '../../../host/query-client.ts'
import { useLooking } from '../../../state/looking.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { nameOf, whenOf } from '../session-words.ts'
import { isLeaving, useSessionList } from '../use-sessions.ts'
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
  const otherId = chosen ?? others[0]?.id
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
        <p className="muted">There is no other session to compare with.</p>
      )}
      {otherId !== undefined && (
        <label className="line gap-8">
          With{' '}
          <select className="input" value={otherId} onChange={({ target }) => setChosen(target.value)}>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {visibleString(nameOf(other))} · {whenOf(other.firstAt ?? other.createdAt)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Problem error={error} />
      {before.data && after.data && (
        <ol className="run-pairs" aria-label="Runs">
          {pairRuns(before.data, after.data).map((pair) => (
            <RunPairView key={`${pair.before?.seq} ${pair.after?.seq}`} pair={pair} />
          ))}
        </ol>
      )}
      {before.data?.length === 0 && after.data?.length === 0 && (
        <p className="muted">Neither of them has messages.</p>
      )}
    </Dialog>
  )
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
