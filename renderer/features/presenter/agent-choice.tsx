import { useSelection } from '../../state/selection.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { useAgents } from '../agent/index.ts'

/** Which agent is on stage, where there are several. */
export function AgentChoice() {
  const { data: agents = [] } = useAgents()
  const agentId = useSelection((selection) => selection.agentId)
  if (agents.length < 2) return null
  return (
    <select
      className="input presenter-agent"
      aria-label="Agent on stage"
      value={agentId ?? ''}
      onChange={({ target }) => useSelection.getState().selectAgent(target.value)}
    >
      {agentId === undefined && <option value="">Choose an agent</option>}
      {agents.map(({ id, name }) => (
        <option key={id} value={id}>
          {visibleString(name)}
        </option>
      ))}
    </select>
  )
}
