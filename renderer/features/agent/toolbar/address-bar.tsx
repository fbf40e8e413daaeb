import { ChevronDown } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommand } from '../../../commands/commands.ts'
import { Button } from '../../../ui/button.tsx'
import { NetworkChip } from '../network/index.ts'
import { useOpenDialog } from '../open-dialog.ts'
import { useAgents, useConnect, useConnectProblem, useSelectedAgent, useStartDemo } from '../use-agent.ts'
import { useDiscovery, useStopReading } from '../use-discovery.ts'
import { speaks } from '../ways.ts'
import { AccessChip } from './access-chip.tsx'
import { AddressProblem } from './address-problem.tsx'

export function AddressBar() {
  const selected = useSelectedAgent()
  const hasAgents = (useAgents().data?.length ?? 0) > 0
  const discovery = useDiscovery()
  const connect = useConnect()
  const startDemo = useStartDemo()
  const stopReading = useStopReading()
  const problem = useConnectProblem()
  const [readAt, setReadAt] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')
  const busy = connect.isPending || startDemo.isPending
  const isUnderWay = busy && (address.trim() === connect.variables || address.trim() === selected?.address)

  const chosen = selected?.address
  // What is being typed stays when the list of agents is read again.
  useEffect(() => {
    if (chosen !== undefined) setAddress(chosen)
  }, [chosen])

  useCommand('address.focus', () => input.current?.select())
  useCommand('agent.demo', () => startDemo.mutate(undefined))
  useCommand('agent.demo-sign-in', () => startDemo.mutate({ behindSignIn: true }))
  useCommand('agent.clear', () => useOpenDialog.getState().show('clear-agents'), hasAgents)
  useCommand('agent.network', () => useOpenDialog.getState().show('network'), selected !== undefined)
  useCommand('agent.sign-in', () => useOpenDialog.getState().show('sign-in'), selected !== undefined)
  useCommand('agent.connect', submit, address.trim() !== '')

  function submit(event?: FormEvent): void {
    event?.preventDefault()
    const typed = address.trim()
    if (typed === '') return
    // Whoever goes elsewhere waits no longer for the card of where they were.
    if (selected && busy) stopReading(selected.id)
    connect.mutate(typed, {
      onSuccess: (agent) => setAddress((now) => (now.trim() === typed ? agent.address : now)),
    })
  }

  const shownIsSelected = chosen === address.trim()
  const connected = shownIsSelected && discovery.data?.found === true
  const spoken = connected ? speaks(discovery.data) : undefined
  return (
    <form className="address-bar" onSubmit={submit}>
      <div className="address-field">
        <span className={connected ? 'dot on' : 'dot'} aria-hidden={true} />
        <input
          ref={input}
          aria-label="Agent address"
          className="mono"
          placeholder="http://127.0.0.1:41241, a port, a card URL or a curl command"
          spellCheck={false}
          autoComplete="off"
          value={address}
          onChange={({ target }) => {
            setAddress(target.value)
            setReadAt(problem?.at)
          }}
        />
        {connected && (
          <button
            type="button"
            className="chip chip-button"
            title="Connection: what the card declares, what was chosen, and why"
            onClick={() => useOpenDialog.getState().show('connection')}
          >
            {spoken ?? 'no usable interface'} <ChevronDown size={11} aria-hidden={true} />
          </button>
        )}
        {selected && shownIsSelected && <NetworkChip agentId={selected.id} />}
        {selected && shownIsSelected && <AccessChip agentId={selected.id} />}
      </div>
      <Button
        primary
        type="submit"
        className="address-connect"
        aria-busy={isUnderWay}
        disabled={isUnderWay || address.trim() === ''}
      >
        Connect
      </Button>
      {problem && problem.at !== readAt && (
        <AddressProblem error={problem.error} onClose={() => setReadAt(problem.at)} />
      )}
    </form>
  )
}
