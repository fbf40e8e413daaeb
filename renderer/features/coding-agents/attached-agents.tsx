// Attached coding agents in the status bar: name, current call, what it waits for, and a button to stop it.

import { useMutation } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useEffect } from 'react'
import type { AttachedAgent, Consent } from '#shared/contract/coding-agents.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useLatest, useLiveEngine } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'
import { useLooking } from '../../state/viewing.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useAgents, useOpenDialog, useRefreshAgents } from '../agent/index.ts'
import './coding-agents.css'

export function AttachedAgents() {
  const attached = useLatest(useLiveEngine().client, follow) ?? []
  return attached.map((agent) => <Attached key={agent.id} agent={agent} />)
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.codingAgents.follow(undefined, options)

function Attached({ agent: { id, name, calls, last, waitsFor } }: { readonly agent: AttachedAgent }) {
  const { client } = useLiveEngine()
  const refresh = useRefreshAgents()
  // Agents that it connects to are added to the list.
  const isRunning = last?.isRunning
  useEffect(() => {
    if (isRunning === false && calls > 0) void refresh()
  }, [isRunning, calls, refresh])
  const stop = useMutation({ mutationFn: () => client.codingAgents.stop({ id }) })
  return (
    <section className="coding-agent line shrinks gap-6 tone-warn" aria-label="Coding agent">
      <Bot className="rigid" size={13} />
      <span className="nowrap">
        Coding agent {name !== undefined && <UntrustedText text={name} limit={60} />}
      </span>
      <span className="dim truncate" role="status">
        {last ? `${counted(calls, 'call')} · ${last.tool}${last.isRunning ? ' …' : ''} ` : 'No calls yet'}
        {last && <UntrustedText text={last.given} limit={120} />}
      </span>
      <button type="button" className="rigid" disabled={stop.isPending} onClick={() => stop.mutate()}>
        Stop
      </button>
      {waitsFor && <WaitsFor consent={waitsFor} />}
    </section>
  )
}

function WaitsFor({ consent: { what, agentId } }: { readonly consent: Consent }) {
  const agent = useAgents().data?.find(({ id }) => id === agentId)
  const openAccess = () => {
    useLooking.getState().show(undefined)
    useSelection.getState().selectAgent(agentId)
    useOpenDialog.getState().show('access')
  }
  return (
    <div className="coding-agent-question line gap-8 boxed py-10 px-12">
      <strong role="alert">
        It waits for you: {sentences[what]} {agent && <UntrustedText text={agent.name} limit={60} />}
      </strong>
      {what !== 'redirect' && (
        <Button primary onClick={openAccess}>
          Access…
        </Button>
      )}
    </div>
  )
}

const sentences: Readonly<Record<Consent['what'], string>> = {
  origins: 'approve where credentials go, for',
  credentials: 'set credentials for',
  redirect: 'answer the question about a redirect of',
}
