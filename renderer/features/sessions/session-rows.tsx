import type { SessionView } from '#shared/contract/sessions.ts'
import { LeavingRow } from './leaving-row.tsx'
import { SessionRow } from './session-row.tsx'
import { dayOf } from './session-words.ts'
import { isLeaving } from './use-sessions.ts'

/** Pinned sessions, then the others by day. */
export function SessionRows({ sessions }: { readonly sessions: readonly SessionView[] }) {
  const now = Date.now()
  const groupOf = ({ pinned, createdAt }: SessionView) => (pinned ? 'Pinned' : dayOf(createdAt, now))
  return (
    <ul className="session-list" aria-label="Sessions">
      {sessions.map((session, index) => {
        const before = sessions.slice(0, index).findLast((each) => !isLeaving(each))
        const group = groupOf(session)
        const begins = before === undefined || groupOf(before) !== group
        if (session.deleted !== undefined)
          return <LeavingRow key={session.id} session={session} part={session.deleted} />
        return <SessionRow key={session.id} session={session} {...(begins && { group })} />
      })}
    </ul>
  )
}
