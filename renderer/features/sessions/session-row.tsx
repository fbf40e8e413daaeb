import { Ellipsis, FileDown, Pin } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { SessionView } from '#shared/contract/sessions.ts'
import { useLooking } from '../../state/looking.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { SessionDialog } from './session-dialog.tsx'
import { clockOf, figuresInWords, lengthOf, nameOf } from './session-words.ts'
import { useEditSession } from './use-sessions.ts'

interface SessionRowProps {
  readonly session: SessionView
  /** The heading to stand above it. */
  readonly group?: string
}

export function SessionRow({ session, group }: SessionRowProps) {
  const shown = useLooking(({ current }) =>
    current === undefined ? session.state !== 'kept' : current === session.id,
  )
  const [asking, setAsking] = useState(false)
  const edit = useEditSession()
  const name = visibleString(nameOf(session))

  return (
    <>
      {group && (
        <li className="session-group faint" aria-hidden={true}>
          {group}
        </li>
      )}
      <li className={shown ? 'session-row selected' : 'session-row'}>
        <button
          type="button"
          className="session-pick"
          aria-current={shown ? 'true' : undefined}
          title={session.note || undefined}
          onKeyDown={walk}
          onClick={() => look(session, name)}
        >
          <span className="session-line">
            <StateDot state={session.state} />
            <bdi className="session-name truncate">{name}</bdi>
            {session.origin === 'imported' && (
              <FileDown size={11} className="faint" role="img" aria-label="from a file" />
            )}
            <span className="spacer" />
            <time className="faint num" dateTime={new Date(session.createdAt).toISOString()}>
              {clockOf(session.createdAt)}
            </time>
          </span>
          <span className="session-figures faint num truncate">
            {session.partlyDeleted && 'Partly deleted · '}
            {figuresInWords(session)} · {lengthOf(session)} · {formatBytes(session.sizeBytes)}
          </span>
        </button>
        <span className="session-actions">
          <IconButton
            label={session.pinned ? `Unpin ${name}` : `Pin ${name}`}
            aria-pressed={session.pinned}
            icon={<Pin size={12} />}
            onClick={() => edit.mutate({ sessionId: session.id, changes: { pinned: !session.pinned } })}
          />
          <IconButton
            label={`More about ${name}`}
            icon={<Ellipsis size={13} />}
            onClick={() => setAsking(true)}
          />
        </span>
        {asking && <SessionDialog session={session} onClose={() => setAsking(false)} />}
      </li>
    </>
  )
}

/** The session that is being recorded is what live is. */
function look(session: SessionView, name: string): void {
  const { open, show } = useLooking.getState()
  if (session.state === 'kept') open(session.id, name)
  else show(undefined)
}

function StateDot({ state }: { readonly state: SessionView['state'] }) {
  if (state === 'kept') return null
  return <span className={`recording-dot ${state}`} role="img" aria-label={state} title={state} />
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const picks = [
    ...(event.currentTarget.closest('.session-list')?.querySelectorAll<HTMLElement>('.session-pick') ?? []),
  ]
  picks[picks.indexOf(event.currentTarget) + step]?.focus()
}
