import type { Agent } from '#shared/contract/agents.ts'
import { useEngine } from '../../../host/engine.tsx'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { failedAttempt, type NoCard } from '../use-discovery.ts'
import { Attempts, triedTitle } from './attempts.tsx'
import { ChoicesView } from './choices.tsx'

interface NotFoundProps {
  readonly agent: Agent
  readonly discovery: NoCard
}

/** What stands in the place of a card: agents to choose from, or that there is none. Why a connection failed stands in the chat. */
export function NotFound({ agent, discovery }: NotFoundProps) {
  const { reason, attempts, choices } = discovery
  const { canCall } = useEngine()
  const attempt = failedAttempt(discovery)
  if (canCall && !choices) {
    return (
      <EmptyState title="No agent card">
        <p>Couldn’t connect. The reason is shown in the chat.</p>
      </EmptyState>
    )
  }
  return (
    <div className="card-body">
      <div className="notice plain" role="status">
        <strong>{choices ? 'Several agents here' : 'No card found'}</strong>
        <UntrustedText text={reason} />
      </div>
      {choices && <ChoicesView agent={agent} choices={choices} />}
      <div className="card-buttons flex wraps gap-6 mt-10">
        {attempt?.status !== undefined && (
          <Button className="on-the-wire" onClick={() => showOnWire(attempt.exchangeId)}>
            Show raw response
          </Button>
        )}
        <LiveButton onClick={() => useOpenDialog.getState().show('add-card')}>Open card file…</LiveButton>
      </div>
      {attempts.length > 0 && (
        <>
          <h3 className="card-subtitle">{triedTitle(attempts)}</h3>
          <Attempts attempts={attempts} />
        </>
      )}
    </div>
  )
}
