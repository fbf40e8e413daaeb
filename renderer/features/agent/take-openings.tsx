// Requests from outside the window to open something: the user's own are carried out, a link is confirmed first.

import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { WindowOpening } from '#shared/contract/opening.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../host/engine.tsx'
import { useIncoming } from '../../state/incoming.ts'
import { useLooking } from '../../state/viewing.ts'
import { Dialog, Question } from '../../ui/dialog.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useConnect } from './use-agent.ts'

export function TakeOpenings() {
  const { client, canCall } = useEngine()
  const { mutate: connect } = useConnect()
  const { agent } = useAgentToConfirm()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const stop = new AbortController()
    const open = (opening: WindowOpening) => {
      switch (opening.kind) {
        case 'agent':
          // Leaves a recording: only the live window can connect.
          useLooking.getState().show(undefined)
          return confirmOpening(opening)
        case 'file':
          return useIncoming.getState().take({ from: 'engine', ...opening })
        case 'session':
          return void client.sessions.find({ named: opening.named }).then(
            ({ id, name }) => useLooking.getState().open(id, name || opening.named),
            (error: unknown) => setProblem(messageOf(error)),
          )
      }
    }
    void follow(client, stop.signal, open)
    return () => stop.abort()
  }, [client])

  const request = canCall ? agent : undefined
  useEffect(() => {
    if (request === undefined || request.by === 'link') return
    confirmOpening(undefined)
    connect(request.address)
  }, [request, connect])

  if (problem !== undefined) {
    return (
      <Dialog title="Recording not found" onClose={() => setProblem(undefined)}>
        <p>{problem}</p>
      </Dialog>
    )
  }
  if (request?.by !== 'link') return null
  const linked = request.address
  const close = () => confirmOpening(undefined)
  return (
    <Question
      title="Connect to this agent?"
      no="Cancel"
      yes="Connect"
      onNo={close}
      onYes={() => {
        connect(linked)
        close()
      }}
    >
      <p>
        A link from outside Parley asks to connect to <strong>{new URL(linked).host}</strong>. Nothing has
        been sent to it yet; connecting loads its card.
      </p>
      <p className="link-target well scrolls mono">
        <UntrustedText text={linked} limit={8192} />
      </p>
    </Question>
  )
}

async function follow(
  client: EngineClient,
  signal: AbortSignal,
  open: (opening: WindowOpening) => void,
): Promise<void> {
  try {
    for await (const opening of await client.host.openings(undefined, { signal })) open(opening)
  } catch (error) {
    if (!signal.aborted)
      console.error(
        'Links and files from other programs can no longer be opened here. Reload to try again.',
        error,
      )
  }
}

type AgentOpening = Extract<WindowOpening, { readonly kind: 'agent' }>

/** Until the window is live and connects to it, or the user declines. */
const useAgentToConfirm = create<{ readonly agent?: AgentOpening | undefined }>(() => ({}))

function confirmOpening(agent: AgentOpening | undefined): void {
  useAgentToConfirm.setState({ agent })
}
