import type { SessionView } from '#shared/contract/sessions.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { nameOf } from './session-words.ts'

interface LeavingRowProps {
  readonly session: SessionView
  /** How much of it is deleted. */
  readonly part: number
}

/** A session that is being deleted: nothing can be done with it any more. */
export function LeavingRow({ session, part }: LeavingRowProps) {
  const name = visibleString(nameOf(session))
  return (
    <li
      className="session-row session-leaving"
      title="Deletion can't be canceled. It continues after a restart."
    >
      <span className="session-line faint">
        <bdi className="session-name truncate">{name}</bdi>
        <span className="spacer" />
        <span>Deleting…</span>
      </span>
      <ProgressBar label={`Deleting ${name}`} part={part} />
    </li>
  )
}
