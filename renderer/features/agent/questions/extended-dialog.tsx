import { useQuery } from '@tanstack/react-query'
import type { ExtendedCardAttempt } from '#shared/contract/card-questions.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DiffView } from '../../../ui/diff/diff-view.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { FindingList } from '../finding-list.tsx'
import { bindingName, type CardDialogProps } from '../interface-name.ts'
import { useOpenDialog } from '../open-dialog.ts'
import { WireLink } from '../wire-link.tsx'
import { Signatures } from './signature-view.tsx'
import '../dialogs.css'

/** The extended card, compared with the public one. */
export function ExtendedDialog({ agentId, discovery, onClose }: CardDialogProps) {
  const { queries } = useEngine()
  const extended = useQuery(queries.card.extended.queryOptions({ input: { agentId } }))
  const answer = extended.data
  return (
    <Dialog
      wide
      title="Extended card"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => useOpenDialog.getState().show('access')}>Access…</Button>
          <span className="spacer" />
          <Button disabled={extended.isFetching} onClick={() => void extended.refetch()}>
            Request again
          </Button>
        </>
      }
    >
      {extended.isFetching && <p className="dim">Requesting the extended card…</p>}
      <Problem error={extended.error} />
      {answer && !answer.found && (
        <p className="notice" role="alert">
          <strong>No extended card</strong>
          <UntrustedText text={answer.reason} />
        </p>
      )}
      {answer && <Attempts attempts={answer.attempts} />}
      {answer?.found && (
        <>
          <p className="mb-12">{answer.sentence}</p>
          <h3 className="bold mt-14 mb-6">Compared with the public card</h3>
          <DiffView name="What the extended card says" before={discovery.raw} after={answer.raw} />
          <h3 className="bold mt-14 mb-6">Its signature</h3>
          {answer.signatures.length === 0 && <p className="dim">The extended card is not signed.</p>}
          <Signatures agentId={agentId} whose="extended" card={answer} />
          {answer.findings.length > 0 && (
            <>
              <h3 className="bold mt-14 mb-6">Problems</h3>
              <FindingList name="Problems in the extended card" findings={answer.findings} />
            </>
          )}
        </>
      )}
    </Dialog>
  )
}

function Attempts({ attempts }: { readonly attempts: readonly ExtendedCardAttempt[] }) {
  return (
    <ul className="column gap-3 mt-10 mb-10 small" aria-label="Requests tried">
      {attempts.map(({ exchangeId, way, label, outcome, worked, credentials }) => (
        <li key={exchangeId}>
          <WireLink exchangeId={exchangeId}>{label}</WireLink>{' '}
          {way !== 'plain-get' && <span className="faint">{bindingName(way)} </span>}
          <span className={worked ? 'tone-good' : 'dim'}>
            <UntrustedText text={outcome} limit={300} />
          </span>
          {credentials === 'withheld' && <span className="dim"> · requested without credentials</span>}
        </li>
      ))}
    </ul>
  )
}
