import { useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { LiveButton } from '../live-button.tsx'
import { useReadAgain, useStopReading } from '../use-discovery.ts'

/** Sooner than this nobody wants to know how long it takes. */
const shownAfterMs = 1_000

/** That a card is being read, for how long, and how to stop it. */
export function CardReading({ agent }: { readonly agent: Agent }) {
  const [since] = useState(Date.now)
  const tookMs = useNow(true) - since
  const stop = useStopReading()
  return (
    <div className="card-loading muted">
      <p role="status">Loading the card of {visibleString(agent.address || agent.name)}…</p>
      {tookMs >= shownAfterMs && (
        <>
          <span className="num" role="timer">
            {Math.floor(tookMs / 1000)} s
          </span>
          <Button onClick={() => stop(agent.id)}>Stop</Button>
        </>
      )}
    </div>
  )
}

/** The user stopped it before anything came. */
export function CardNotRead({ agentId }: { readonly agentId: string }) {
  const read = useReadAgain()
  return (
    <EmptyState title="No card">
      <p>Loading was stopped.</p>
      <LiveButton onClick={() => read.mutate(agentId)}>Load card</LiveButton>
    </EmptyState>
  )
}
