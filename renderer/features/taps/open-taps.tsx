import { type FormEvent, useState } from 'react'
import { useSelection } from '../../state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, Problem } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useClickGuard } from '../../ui/hooks.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { useAgents } from '../agent/index.ts'
import { TapRow } from './tap-row.tsx'
import { detailEveryMs, useTapActions, useTaps } from './use-taps.ts'
import './taps.css'

/** Stands for a proxy in the choice of an agent. */
const proxy = 'proxy'

interface OpenTapsProps {
  /** The one to scroll to. */
  readonly tapId: string | undefined
  onClose(): void
}

export function OpenTaps({ tapId, onClose }: OpenTapsProps) {
  const taps = useTaps(detailEveryMs)
  const actions = useTapActions()
  const { stop, remove, setFaults, setSignedCards, setWebhooks } = actions
  const changes = [stop, remove, setFaults, setSignedCards, setWebhooks]
  const failure = taps.error ?? changes.find(({ error }) => error)?.error
  return (
    <Dialog title="Taps" wide steady onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>
        A tap is an address on this machine that forwards to an agent. Point another agent or any client
        there, and its requests are recorded like those of Parley. A forward proxy does the same for all
        agents that a program calls over plain HTTP.
      </p>
      <TapForm {...actions} />
      <Problem error={failure} />
      {taps.data?.length === 0 && (
        <EmptyState title="No taps">
          <p>A tap keeps its port, also after a restart, until it is removed.</p>
        </EmptyState>
      )}
      <ul aria-label="Taps" {...useClickGuard()}>
        {taps.data?.map((tap) => (
          <TapRow key={tap.id} tap={tap} actions={actions} isShown={tap.id === tapId} />
        ))}
      </ul>
    </Dialog>
  )
}

type TapFormProps = Pick<ReturnType<typeof useTapActions>, 'start' | 'startProxy'>

/** Starts a tap of an agent, by default of the selected one, or a forward proxy. */
function TapForm({ start, startProxy }: TapFormProps) {
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
    <form className="field-row wraps mt-12 mb-12" onSubmit={submit}>
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
