// The sign that a coding agent uses this Parley: who it is, what it does, what it waits for, and an end to it.

import { useMutation } from '@tanstack/react-query'
import { Bot, Square } from 'lucide-react'
import { useEffect } from 'react'
import type { AttachedAgent, Consent } from '#shared/contract/coding-agents.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { useLatest } from '../../host/use-latest.ts'
import { useLooking } from '../../state/looking.ts'
import { useSelection } from '../../state/selection.ts'
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
  // What it connects to is in the list of agents.
  const isRunning = last?.isRunning
  useEffect(() => {
    if (isRunning === false && calls > 0) void refresh()
  }, [isRunning, calls, refresh])
  const stop = useMutation({ mutationFn: () => client.codingAgents.stop({ id }) })
  return (
    <section className="banner coding-agent" aria-label="Coding agent">
      <Bot size={14} />
      <strong>A coding agent is attached</strong>
      {name !== undefined && <UntrustedText text={name} limit={60} />}
      <span className="muted" role="status">
        {last ? `${counted(calls, 'call')} · ${last.tool}${last.isRunning ? ' …' : ''} ` : 'No calls yet'}
        {last && <UntrustedText text={last.given} limit={120} />}
      </span>
      {waitsFor && <WaitsFor consent={waitsFor} />}
      <span className="spacer" />
      <Button disabled={stop.isPending} onClick={() => stop.mutate()}>
        <Square size={12} /> Stop
      </Button>
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
    <>
      <strong role="alert">
        It waits for you: {sentences[what]} {agent && <UntrustedText text={agent.name} limit={60} />}
      </strong>
      {what !== 'redirect' && (
        <Button primary onClick={openAccess}>
          Access…
        </Button>
      )}
    </>
  )
}

const sentences: Readonly<Record<Consent['what'], string>> = {
  origins: 'approve where credentials go, for',
  credentials: 'set credentials for',
  redirect: 'answer the question about a redirect of',
}
