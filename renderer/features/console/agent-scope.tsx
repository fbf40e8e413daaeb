// Chooses one agent, or all, for the list of exchanges.

import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../host/engine.tsx'
import { useScope } from '../../state/selection.ts'
import { Select } from '../../ui/field.tsx'
import { visibleString } from '../../ui/visible-text.ts'

const all = ''

export function AgentScope() {
  const agents = useAgents()
  const agentId = useAgentInScope()
  if (agents.length === 0) return null
  return (
    <Select
      className="scope-choice shrinks small"
      aria-label="Agents shown"
      options={[all, ...agents.map(({ id }) => id)]}
      value={agentId ?? all}
      nameOf={(option) => visibleString(agents.find(({ id }) => id === option)?.name ?? 'All agents')}
      onChange={(option) => useScope.getState().showAgent(option === all ? undefined : option)}
    />
  )
}

/** Undefined: all agents, also if the chosen one is missing. */
export function useAgentInScope(): string | undefined {
  const agents = useAgents()
  const agentId = useScope((scope) => scope.agentId)
  return agents.some(({ id }) => id === agentId) ? agentId : undefined
}

function useAgents() {
  const { queries } = useEngine()
  return useQuery(queries.agents.list.queryOptions()).data ?? none
}

const none: readonly { readonly id: string; readonly name: string }[] = []
