import { ChevronDown, KeyRound, ShieldOff, Waypoints, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CredentialView } from '#shared/contract/access.ts'
import type { Agent } from '#shared/contract/agents.ts'
import { shorten } from '#shared/shorten.ts'
import { runCommand, useCommand } from '../../../commands/commands.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { joinDefined } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { speaks } from '../interface-name.ts'
import { useOpenDialog } from '../open-dialog.ts'
import { useShowAfterSignIn } from '../sign-in/index.ts'
import { useAgents, useConnect, useConnectProblem, useSelectedAgent, useStartDemo } from '../use-agent.ts'
import { useAccess, useDiscovery, useReach, useSettings, useStopReading } from '../use-discovery.ts'

export function AddressBar() {
  const selected = useSelectedAgent()
  const hasAgents = (useAgents().data?.length ?? 0) > 0
  const discovery = useDiscovery()
  const connect = useConnect()
  const startDemo = useStartDemo()
  const stopReading = useStopReading()
  const problem = useConnectProblem()
  const [readAt, setReadAt] = useState<number>()
  const [isFocused, setIsFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')
  const busy = connect.isPending || startDemo.isPending
  const isUnderWay = busy && (address.trim() === connect.variables || address.trim() === selected?.address)

  const chosen = selected?.address
  // Typed text stays when the list of agents is read again.
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
    // Connecting elsewhere stops reading the current card.
    if (selected && busy) stopReading(selected.id)
    connect.mutate(typed, {
      onSuccess: (agent) => setAddress((now) => (now.trim() === typed ? agent.address : now)),
    })
  }

  const shownIsSelected = chosen === address.trim()
  const connected = shownIsSelected && discovery.data?.found === true
  const spoken = connected ? speaks(discovery.data) : undefined
  const isChip = connected && !isFocused && !busy
  return (
    <form
      className={joinDefined(' ', 'address-bar line shrinks gap-8', isChip && 'is-chip')}
      onSubmit={submit}
      // Only for the address and its button, not for other controls in the field.
      onFocus={({ target }) => setIsFocused(isAddress(target) || isSubmit(target))}
      onBlur={({ relatedTarget }) => setIsFocused(isSubmit(relatedTarget))}
    >
      <div className="address-field line fills boxed gap-8">
        {connected && selected ? (
          <ReachDot agentId={selected.id} />
        ) : (
          <span className="dot" aria-hidden={true} />
        )}
        {isChip && selected && (
          <label htmlFor="agent-address" className="address-name line shrinks gap-8" title={selected.address}>
            <AgentName agent={selected} />
          </label>
        )}
        <input
          ref={input}
          id="agent-address"
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
            className="chip chip-button rigid"
            title="Connection: what the card declares, what was chosen, and why"
            onClick={() => useOpenDialog.getState().show('connection')}
          >
            {spoken ?? 'no usable interface'} <ChevronDown size={11} />
          </button>
        )}
        {selected && shownIsSelected && <NetworkChip agentId={selected.id} />}
        {selected && shownIsSelected && <AccessChip agentId={selected.id} />}
      </div>
      {isChip ? (
        <Button className="address-connect dim" onClick={() => runCommand('card.reload')}>
          Reload card
        </Button>
      ) : (
        <Button
          primary
          type="submit"
          className="address-connect"
          aria-busy={isUnderWay}
          disabled={isUnderWay || address.trim() === ''}
        >
          Connect
        </Button>
      )}
      {connected && <SkipLink />}
      {problem && problem.at !== readAt && (
        <AddressProblem error={problem.error} onClose={() => setReadAt(problem.at)} />
      )}
    </form>
  )
}

function AgentName({ agent }: { readonly agent: Agent }) {
  return (
    <>
      <bdi className="bold truncate">{visibleString(agent.name)}</bdi>
      <span className="address-place mono dim truncate">
        {visibleString(agent.address.replace(/^https?:\/\/|\/(\.well-known\/.*)?$/g, ''))}
      </span>
    </>
  )
}

/** The agent of a recording, which cannot be edited. */
export function RecordedChip() {
  const agent = useSelectedAgent()
  const { data } = useDiscovery()
  const spoken = data?.found ? speaks(data) : undefined
  if (agent === undefined) return null
  return (
    <div className="address-bar is-chip line shrinks">
      <div className="address-field line boxed shrinks gap-8 dim">
        <span className="dot hollow" aria-hidden={true} />
        <span className="address-name line shrinks gap-8" title={agent.address}>
          <AgentName agent={agent} />
        </span>
        {spoken && <span className="wide-word nowrap">{spoken}</span>}
        <span className="recorded-word">recorded</span>
      </div>
    </div>
  )
}

/** Skips the controls between the address and the message. */
function SkipLink() {
  return (
    <Button className="skip-link" onClick={() => runCommand('mode.chat')}>
      Skip to message
    </Button>
  )
}

function isAddress(target: EventTarget): boolean {
  return target instanceof HTMLInputElement
}

function isSubmit(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit'
}

/** Lit once a server answered at the called address. */
function ReachDot({ agentId }: { readonly agentId: string }) {
  const reach = useReach(agentId)
  return <span className={reach?.kind === 'answered' ? 'dot on' : 'dot'} aria-hidden={true} />
}

/** The credentials that are sent, if any; opens their form. */
function AccessChip({ agentId }: { readonly agentId: string }) {
  useShowAfterSignIn(agentId)
  const description = useAccess(agentId).data
  const credentials = description?.access.credentials ?? []
  const certificate = description?.access.clientCertificate ? ['Certificate'] : []
  const signedIn = description?.access.signedIn ? ['Signed in'] : []
  const hasQuestion = description?.access.origins.some(({ approved, question }) => !approved && question)
  const set = [
    ...credentials.filter(({ secret }) => secret.state === 'set').map(wordOf),
    ...signedIn,
    ...certificate,
  ]
  return (
    <button
      type="button"
      className={joinDefined(' ', 'chip chip-button rigid', set.length > 0 && 'on')}
      title={
        hasQuestion && set.length > 0
          ? 'Access: another host needs your approval'
          : 'Access: credentials for this agent'
      }
      onClick={() => useOpenDialog.getState().show('access')}
    >
      <KeyRound size={11} />
      <span className="visually-hidden">Access: </span>
      <span className="chip-word">{set.length === 0 ? 'No credentials' : set.join(', ')}</span>
      {hasQuestion && set.length > 0 && <span className="chip-question">?</span>}
    </button>
  )
}

/** Of a credential's name on its button, which then ends in "…". */
const maxChipChars = 24

function wordOf(credential: CredentialView): string {
  switch (credential.kind) {
    case 'bearer':
      return 'Bearer'
    case 'basic':
      return 'Basic'
    case 'api-key':
      return shorten(credential.name, maxChipChars)
    case 'header':
      return shorten(credential.name, maxChipChars)
  }
}

function AddressProblem({ error, onClose }: { readonly error: unknown; onClose(): void }) {
  return (
    <div className="address-problem flex at-start boxed gap-6">
      <Problem error={error} />
      <IconButton label="Dismiss" icon={<X size={12} />} onClick={onClose} />
    </div>
  )
}

/** Only for non-default connections; prominent where a certificate is not checked. */
function NetworkChip({ agentId }: { readonly agentId: string }) {
  const { acceptInvalidCertificate, proxyUrl } = useSettings(agentId).data?.network ?? {}
  if (!acceptInvalidCertificate && proxyUrl === undefined) return null
  return (
    <button
      type="button"
      className={joinDefined(' ', 'chip chip-button rigid', acceptInvalidCertificate && 'chip-unsafe')}
      title="Connection settings"
      onClick={() => useOpenDialog.getState().show('network')}
    >
      {acceptInvalidCertificate ? <ShieldOff size={11} /> : <Waypoints size={11} />}
      <span className="chip-word">{acceptInvalidCertificate ? 'Certificate unchecked' : 'Proxy'}</span>
    </button>
  )
}
