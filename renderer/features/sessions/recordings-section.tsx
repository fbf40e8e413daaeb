import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { SessionView } from '#shared/contract/sessions.ts'
import { messageOf } from '#shared/errors.ts'
import { runCommand } from '../../commands/commands.ts'
import { useLayout } from '../../state/layout.ts'
import { useSessionSearch } from '../../state/session-search.ts'
import { useLooking } from '../../state/viewing.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState, ProgressBar } from '../../ui/feedback.tsx'
import { formatBytes } from '../../ui/format.ts'
import { SideSection, walkSideList } from '../../ui/side-section.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { StorageDialog } from './lazy-parts.ts'
import { SearchHits } from './search-hits.tsx'
import { SessionMenu, showRecording } from './session-menu.tsx'
import { clockOf, dayOf, figuresInWords, lengthOf, nameOf } from './session-words.ts'
import {
  isLeaving,
  useCancelRemoval,
  useIsEnding,
  useRecording,
  useSearch,
  useSessionList,
} from './use-sessions.ts'
import './sessions.css'

const goesOn = 'Deletion continues after a restart.'

export function RecordingsSection() {
  const list = useSessionList()
  const count = list.data?.pages.reduce((sum, { sessions }) => sum + sessions.length, 0)
  return (
    <SideSection id="recordings" name="Recordings" count={list.hasNextPage ? `${count}+` : count}>
      <Recordings list={list} />
    </SideSection>
  )
}

function Recordings({ list }: { readonly list: ReturnType<typeof useSessionList> }) {
  const { typed, query: text, type, clear } = useSessionSearch()
  const [tidying, setTidying] = useState(false)
  const query = useSearch(text)
  const current = useRecording().data?.session
  const isEnding = useIsEnding()
  // The current session is requested more often than the list. While it ends, its row is already that of a stored one: a click
  // is about that session, not about the next one.
  const sessions = (list.data?.pages.flatMap((page) => page.sessions) ?? []).map((session) => {
    const sessionView = session.id === current?.id ? current : session
    return isEnding ? { ...sessionView, state: 'kept' as const } : sessionView
  })

  return (
    <>
      <div className="side-tools line wraps small">
        <LinkButton aria-label="Open a recording from a file" onClick={() => runCommand('session.import')}>
          Open…
        </LinkButton>
        <LinkButton aria-label="New recording" onClick={() => runCommand('session.new')}>
          New
        </LinkButton>
        <LinkButton onClick={() => setTidying(true)}>Space on disk</LinkButton>
      </div>
      <input
        type="search"
        className="input side-search"
        aria-label="Search all recordings"
        placeholder="Search all recordings"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          clear()
        }}
      />
      {list.error && <p className="notice">{messageOf(list.error)}</p>}
      {text !== '' ? (
        <SearchHits text={text} page={query.data} error={query.error} />
      ) : (
        <SessionRows sessions={sessions} />
      )}
      {text === '' && list.data && sessions.length === 0 && (
        <EmptyState title="Nothing recorded yet">
          <p>
            What you do with agents is kept here, to view, replay and share. A .parley file opens when you
            drop it on the window.
          </p>
        </EmptyState>
      )}
      {text === '' && list.hasNextPage && (
        <p className="session-more">
          <Button onClick={() => list.fetchNextPage()} disabled={list.isFetchingNextPage}>
            Earlier recordings
          </Button>
        </p>
      )}
      {tidying && <StorageDialog onClose={() => setTidying(false)} />}
    </>
  )
}

function SessionRows({ sessions }: { readonly sessions: readonly SessionView[] }) {
  const now = Date.now()
  const groupOf = ({ pinned, createdAt }: SessionView) => (pinned ? 'Pinned' : dayOf(createdAt, now))
  return (
    <ul className="side-list" aria-label="Recordings">
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

interface SessionRowProps {
  readonly session: SessionView
  /** The heading above it. */
  readonly group?: string
}

function SessionRow({ session, group }: SessionRowProps) {
  const shown = useLooking(({ current }) =>
    current === undefined ? session.state !== 'kept' : current === session.id,
  )
  const name = visibleString(nameOf(session))
  return (
    <>
      {group && (
        <li className="session-group faint small bold" aria-hidden={true}>
          {group}
        </li>
      )}
      <li className={shown ? 'side-row selected' : 'side-row'}>
        <button
          type="button"
          className="side-pick column gap-1 full-width"
          aria-current={shown ? 'true' : undefined}
          title={session.note || undefined}
          onKeyDown={walkSideList}
          onClick={() => {
            useLayout.getState().closeDrawer()
            showRecording(session)
          }}
        >
          <span className="line gap-6 full-width">
            <StateDot state={session.state} />
            <bdi className="truncate">{name}</bdi>
            {session.origin === 'imported' && (
              <FileDown size={11} className="faint" role="img" aria-label="from a file" />
            )}
            <span className="spacer" />
            <time className="faint num small" dateTime={new Date(session.createdAt).toISOString()}>
              {clockOf(session.createdAt)}
            </time>
          </span>
          <span className="session-figures faint num truncate">
            {session.partlyDeleted && 'Partly deleted · '}
            {figuresInWords(session)} · {lengthOf(session)} · {formatBytes(session.sizeBytes)}
          </span>
        </button>
        <span className="side-actions">
          <SessionMenu session={session} name={name} />
        </span>
      </li>
    </>
  )
}

function StateDot({ state }: { readonly state: SessionView['state'] }) {
  if (state === 'kept') return null
  return <span className={`dot recording-dot ${state}`} role="img" aria-label={state} title={state} />
}

interface LeavingRowProps {
  readonly session: SessionView
  /** How much of it is deleted. */
  readonly part: number
}

/** A session that is being deleted: the only action is to cancel that. */
function LeavingRow({ session, part }: LeavingRowProps) {
  const cancel = useCancelRemoval()
  const name = visibleString(nameOf(session))
  const isCanceling = session.canceling === 'begun' || cancel.isPending
  return (
    <li className="side-row session-leaving" title={isCanceling ? undefined : goesOn}>
      <span className="faint line gap-6 full-width">
        <bdi className="truncate">{name}</bdi>
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
