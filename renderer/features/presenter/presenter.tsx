// Presenter mode: larger type, no ids, no headers, no console; the prompts as cards with a key each. It works on the live
// agent and on a replay, and Escape leaves it.

import { useEffect } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { useReplay } from '../../looking/replay-context.ts'
import { useLooking } from '../../state/looking.ts'
import { usePresenting } from '../../state/presenting.ts'
import { useSelection } from '../../state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { useEscape } from '../../ui/use-escape.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { useAgents } from '../agent/index.ts'
import { LivePrompts } from './live-prompts.tsx'
import { ReplayPrompts } from './replay-prompts.tsx'
import './presenter.css'

export function Presenter() {
  const { on, set } = usePresenting()
  useCommand('present.toggle', () => set(!on))
  return on ? <Presenting onLeave={() => set(false)} /> : null
}

function Presenting({ onLeave }: { readonly onLeave: () => void }) {
  const { recorded } = useEngine()
  const replay = useReplay()

  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['presenting'] = ''
    // Keys are the prompts' now, not those of a field one wrote in.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return () => {
      delete dataset['presenting']
    }
  }, [])
  useEscape(onLeave)

  return (
    <section className="presenter line gap-12 rigid rule-above" aria-label="Presenter">
      <AgentChoice />
      {replay ? (
        <ReplayPrompts replay={replay} />
      ) : recorded ? (
        <p className="muted line gap-12">
          A recording, as it ended.
          <Button onClick={() => useLooking.getState().replay(recorded.session.id, true)}>Replay it</Button>
        </p>
      ) : (
        <LivePrompts />
      )}
      <button type="button" className="presenter-leave nowrap" onClick={onLeave}>
        Leave <kbd>Esc</kbd>
      </button>
    </section>
  )
}

/** Which agent is on stage, where there are several. */
function AgentChoice() {
  const { data: agents = [] } = useAgents()
  const agentId = useSelection((selection) => selection.agentId)
  if (agents.length < 2) return null
  return (
    <Select
      className="presenter-agent"
      aria-label="Agent on stage"
      options={[...(agentId === undefined ? [''] : []), ...agents.map(({ id }) => id)]}
      value={agentId ?? ''}
      nameOf={(id) => visibleString(agents.find((agent) => agent.id === id)?.name ?? 'Choose an agent')}
      onChange={useSelection.getState().selectAgent}
    />
  )
}
