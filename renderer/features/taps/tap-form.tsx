import { type FormEvent, useState } from 'react'
import { messageOf } from '../../host/message-of.ts'
import { useSelection } from '../../state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { useAgents } from '../agent/index.ts'
import type { useTapActions } from './use-taps.ts'

/** Starts a tap of an agent, at first of the one that is selected. */
export function TapForm({ start }: Pick<ReturnType<typeof useTapActions>, 'start'>) {
  const agents = useAgents().data ?? []
  const [agentId, setAgentId] = useState(useSelection.getState().agentId ?? '')
  const [port, setPort] = useState('')
  const chosen = agents.find(({ id }) => id === agentId) ?? agents[0]

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (chosen) start.mutate({ agentId: chosen.id, ...(port !== '' && { port: Number(port) }) })
  }

  return (
    <form className="field-row tap-form" onSubmit={submit}>
      <SelectField
        label="Agent"
        options={agents.length === 0 ? [''] : agents.map(({ id }) => id)}
        value={chosen?.id ?? ''}
        nameOf={(id) =>
          visibleString(agents.find((agent) => agent.id === id)?.name ?? 'Connect to an agent first')
        }
        onChange={setAgentId}
      />
      <TextField
        label="Port"
        type="number"
        min={0}
        max={65_535}
        placeholder="Any free port"
        value={port}
        onChange={({ target }) => setPort(target.value)}
      />
      <Button type="submit" primary={true} disabled={!chosen || start.isPending}>
        {start.isPending ? 'Loading the card…' : 'Tap this agent'}
      </Button>
      {start.error && (
        <p className="notice tap-problem" role="alert">
          {messageOf(start.error)}
        </p>
      )}
    </form>
  )
}
