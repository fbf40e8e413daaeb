import { type FormEvent, useState } from 'react'
import { useSelection } from '../../state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { useAgents } from '../agent/index.ts'
import type { useTapActions } from './use-taps.ts'

/** In place of an agent. */
const proxy = 'proxy'

type TapFormProps = Pick<ReturnType<typeof useTapActions>, 'start' | 'startProxy'>

/** Starts a tap of an agent, at first of the one that is selected, or a forward proxy. */
export function TapForm({ start, startProxy }: TapFormProps) {
  const agents = useAgents().data ?? []
  const [agentId, setAgentId] = useState(useSelection.getState().agentId ?? '')
  const [port, setPort] = useState('')
  const chosen = agents.find(({ id }) => id === agentId) ?? agents[0]
  const isProxy = agentId === proxy || !chosen
  const { error, isPending } = isProxy ? startProxy : start

  function submit(event: FormEvent): void {
    event.preventDefault()
    const place = port === '' ? {} : { port: Number(port) }
    if (isProxy) startProxy.mutate(place)
    else start.mutate({ agentId: chosen.id, ...place })
  }

  return (
    <form className="field-row tap-form" onSubmit={submit}>
      <SelectField
        label="Agent"
        options={[...agents.map(({ id }) => id), proxy]}
        value={isProxy ? proxy : chosen.id}
        nameOf={(id) =>
          visibleString(agents.find((agent) => agent.id === id)?.name ?? 'Any agent: forward proxy')
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
        onChange={setPort}
      />
      <Button type="submit" primary={true} disabled={isPending}>
        {isProxy ? 'Start forward proxy' : isPending ? 'Loading the card…' : 'Tap this agent'}
      </Button>
      <Problem className="own-line" error={error} />
    </form>
  )
}
