// Of the live record the session that goes on is shown, or all sessions: chosen for the whole window.

import { useQuery } from '@tanstack/react-query'
import { useCommand } from '../../commands/commands.ts'
import { useEngine, useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'
import { useScope } from '../../state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'

export function ScopeChoice() {
  const { canFollow } = useEngine()
  const { sessionId, all, showAll } = useScope()
  const isChoice = canFollow && sessionId !== undefined
  useCommand('session.all', () => showAll(!all), isChoice)
  if (!isChoice) return null
  return (
    <Select
      className="scope-choice rigid small"
      aria-label="Recordings shown"
      options={['this', 'all']}
      value={all ? 'all' : 'this'}
      nameOf={(which) => (which === 'all' ? 'All recordings' : 'This recording')}
      onChange={(which) => showAll(which === 'all')}
    />
  )
}

/** The way to what earlier sessions have, where this one has nothing. */
export function OtherSessions({ have }: { readonly have: 'exchanges' | 'findings' }) {
  const { scope } = useEngine()
  const { queries } = useLiveEngine()
  const { data } = useQuery(
    queries.console.counts.queryOptions({ input: {}, enabled: scope !== undefined }),
    queryClient,
  )
  if (scope === undefined || !data?.[have]) return null
  return <Button onClick={() => useScope.getState().showAll(true)}>Show all recordings</Button>
}
