import { Plus, X } from 'lucide-react'
import type { Agent } from '#shared/contract/agents.ts'
import { runCommand } from '../../commands/commands.ts'
import { messageOf } from '../../host/message-of.ts'
import { useSelection } from '../../state/selection.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pane } from '../../ui/pane.tsx'
import { useAgents, useRemoveAgent } from './use-agent.ts'
import './agents-pane.css'

export function AgentsPane() {
  const agents = useAgents()
  return (
    <Pane
      id="agents"
      name="Agents"
      title={<h2>Agents</h2>}
      actions={
        <IconButton
          label="Add an agent by its address"
          icon={<Plus size={15} aria-hidden={true} />}
          onClick={() => runCommand('address.focus')}
        />
      }
    >
      {agents.error && <p className="notice">{messageOf(agents.error)}</p>}
      {agents.data?.length === 0 && <NoAgents />}
      <ul className="agent-list">
        {agents.data?.map((agent) => (
          <AgentRow key={agent.id} agent={agent} />
        ))}
      </ul>
    </Pane>
  )
}

function NoAgents() {
  return (
    <EmptyState title="No agents yet">
      <p>Agents you connect to are listed here.</p>
    </EmptyState>
  )
}

function AgentRow({ agent }: { readonly agent: Agent }) {
  const selected = useSelection(({ agentId }) => agentId === agent.id)
  const remove = useRemoveAgent()
  return (
    <li className={selected ? 'agent-row selected' : 'agent-row'}>
      <button
        type="button"
        className="agent-pick"
        aria-current={selected ? 'true' : undefined}
        title={agent.address}
        onClick={() => useSelection.getState().selectAgent(agent.id)}
      >
        <span className="truncate">{agent.name}</span>
        <span className="faint mono truncate">{agent.address.replace(/^https?:\/\//, '')}</span>
      </button>
      <IconButton
        className="agent-remove"
        label={`Remove ${agent.name} from the list`}
        icon={<X size={13} aria-hidden={true} />}
        onClick={() => remove.mutate(agent.id)}
      />
    </li>
  )
}
