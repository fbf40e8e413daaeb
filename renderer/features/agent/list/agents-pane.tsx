import { Ellipsis, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { hasEveryWord } from '#shared/filter/words.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, Problem } from '../../../ui/feedback.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Pane } from '../../../ui/pane.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useAgents } from '../use-agent.ts'
import { AgentList } from './agent-list.tsx'
import '../../../ui/side-list.css'
import './agents-pane.css'

/** A shorter list needs no search. */
const searchedFrom = 6

interface AgentsPaneProps {
  /** Content below the selected agent. */
  below(agent: Agent): ReactNode
}

export function AgentsPane({ below }: AgentsPaneProps) {
  const agents = useAgents()
  const { canCall } = useEngine()
  const [query, setQuery] = useState('')
  const { show } = useOpenDialog.getState()
  const shown = agents.data?.filter((agent) => matches(agent, query)) ?? []
  const searched = (agents.data?.length ?? 0) >= searchedFrom
  return (
    <Pane
      id="agents"
      name="Agents"
      title={<h2>Agents</h2>}
      actions={
        canCall && (
          <>
            <Menu
              label="More about the agents"
              button={<Ellipsis size={14} />}
              items={() => [
                { label: 'Add an agent from its card…', run: () => show('add-card') },
                {
                  label: 'Remove agents that don’t answer…',
                  disabled: (agents.data?.length ?? 0) < 2,
                  run: () => show('clear-agents'),
                },
              ]}
            />
            <Button aria-label="Add an agent by its address" onClick={() => runCommand('address.focus')}>
              <Plus size={13} /> Add
            </Button>
          </>
        )
      }
    >
      <Problem error={agents.error} />
      {agents.data?.length === 0 && <NoAgents canCall={canCall} />}
      {searched && (
        <input
          type="search"
          className="input side-search"
          aria-label="Search agents"
          placeholder="Name, address or note"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      {searched && shown.length === 0 && <p className="agent-none dim">No agent has “{query}” in it.</p>}
      <AgentList agents={shown} canMove={query === '' && canCall} below={below} />
    </Pane>
  )
}

function NoAgents({ canCall }: { readonly canCall: boolean }) {
  if (!canCall) return <EmptyState title="No agents in this recording" />
  return (
    <div className="no-agents full-height">
      <EmptyState title="No agents yet">
        <p>Agents you connect to are listed here.</p>
        <Button onClick={() => useOpenDialog.getState().show('add-card')}>Open a card</Button>
      </EmptyState>
    </div>
  )
}

function matches({ name, address, note = '', group = '' }: Agent, query: string): boolean {
  return hasEveryWord([name, address, note, group].join('\n'), query)
}
