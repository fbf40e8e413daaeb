import type { SessionView } from '#shared/contract/sessions.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { nameOf } from './session-words.ts'
import { useCancelRemoval } from './use-sessions.ts'

interface LeavingRowProps {
  readonly session: SessionView
  /** How much of it is deleted. */
  readonly part: number
}

/** A session that is being deleted: it can only be kept from going on. */
export function LeavingRow({ session, part }: LeavingRowProps) {
  const cancel = useCancelRemoval()
  const name = visibleString(nameOf(session))
  const isCanceling = session.canceling === 'begun' || cancel.isPending
  return (
    <li className="session-row session-leaving" title={isCanceling ? undefined : goesOn}>
      <span className="session-line faint">
        <bdi className="session-name truncate">{name}</bdi>
        <span className="spacer" />
        <span>{isCanceling ? 'Canceling…' : 'Deleting…'}</span>
        {session.canceling === 'possible' && (
          <Button
            title="Stops deleting and keeps the rest. What is already deleted can’t be restored."
            aria-label={`Cancel deleting ${name}`}
            disabled={isCanceling}
            onClick={() => cancel.mutate(session.id)}
          >
            Cancel
          </Button>
        )}
      </span>
      <ProgressBar label={`Deleting ${name}`} part={part} />
    </li>
  )
}

const goesOn = 'Deletion continues after a restart.'
