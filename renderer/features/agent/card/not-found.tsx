import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button } from '../../../ui/button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useAccess } from '../use-access.ts'
import { useConnect } from '../use-agent.ts'
import { Attempts, triedSentence } from './attempts.tsx'
import { ChoicesView } from './choices.tsx'

type Missing = Discovery & { readonly found: false }

/** Why there is no card, what came instead, and what to do. */
interface NotFoundProps {
  readonly agent: Agent
  readonly discovery: Missing
}

export function NotFound({ agent, discovery }: NotFoundProps) {
  const { reason, problem, attempts, choices } = discovery
  const { show } = useOpenDialog.getState()
  const connect = useConnect()
  const { instead } = problem
  const { canCall } = useEngine()
  // In a kept session nothing went wrong: there is no card in it.
  const isPlain = choices !== undefined || !canCall
  const wantsAccess = ['needs-credentials', 'forbidden', 'login'].includes(problem.kind)
  const canSignIn = (useAccess(agent.id).data?.signIns.length ?? 0) > 0
  const telling = attempts.find((attempt) => attempt.problem?.kind === problem.kind) ?? attempts.at(-1)
  return (
    <div className="card-body">
      <div className={isPlain ? 'notice plain' : 'notice'} role={isPlain ? 'status' : 'alert'}>
        <strong>{choices ? 'Several agents here' : 'No card found'}</strong>
        <UntrustedText text={reason} />
        {problem.challenge !== undefined && !reason.includes(problem.challenge) && (
          <span className="mono">
            <UntrustedText text={problem.challenge} limit={400} />
          </span>
        )}
      </div>
      {choices && <ChoicesView agent={agent} choices={choices} />}
      <div className="card-buttons flex wraps gap-6 mt-10">
        {instead !== undefined && (
          <LiveButton primary disabled={connect.isPending} onClick={() => connect.mutate(instead)}>
            <span className="truncate">Use {shorten(instead)}</span>
          </LiveButton>
        )}
        {wantsAccess && (
          <LiveButton primary onClick={() => show('access')}>
            Set access
          </LiveButton>
        )}
        {canSignIn && <LiveButton onClick={() => show('sign-in')}>Sign in…</LiveButton>}
        {telling && <Button onClick={() => showOnWire(telling.exchangeId)}>Show raw response</Button>}
        {(problem.kind === 'unreachable' || problem.kind === 'timeout') && (
          <LiveButton onClick={() => show('network')}>Connection settings</LiveButton>
        )}
        <LiveButton onClick={() => show('add-card')}>Open a card instead</LiveButton>
      </div>
      {attempts.length > 0 && (
        <>
          <h3 className="card-subtitle">{triedSentence(attempts)}</h3>
          <Attempts attempts={attempts} />
        </>
      )}
    </div>
  )
}
