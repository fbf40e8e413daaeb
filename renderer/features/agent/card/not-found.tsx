import type { Discovery } from '#shared/contract/card.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { Attempts, triedSentence } from './attempts.tsx'

type Missing = Discovery & { readonly found: false }

/** Why there is no card, what came instead, and what to do. */
export function NotFound({ discovery: { reason, problem, attempts } }: { readonly discovery: Missing }) {
  const { show } = useOpenDialog.getState()
  const wantsAccess = problem.kind === 'needs-credentials' || problem.kind === 'forbidden'
  const telling = attempts.find((attempt) => attempt.problem?.kind === problem.kind) ?? attempts.at(-1)
  return (
    <div className="card-body">
      <div className="notice" role="alert">
        <strong>No card found</strong>
        <UntrustedText text={reason} />
        {problem.challenge !== undefined && !reason.includes(problem.challenge) && (
          <span className="mono">
            <UntrustedText text={problem.challenge} limit={400} />
          </span>
        )}
      </div>
      <div className="card-buttons">
        {wantsAccess && (
          <LiveButton primary onClick={() => show('access')}>
            Set access
          </LiveButton>
        )}
        {telling && (
          <Button onClick={() => useSelection.getState().selectExchange(telling.exchangeId)}>
            Show the raw answer
          </Button>
        )}
        {problem.kind === 'unreachable' && (
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
