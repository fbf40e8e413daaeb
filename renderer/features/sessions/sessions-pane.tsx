import { FolderOpen, Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { runCommand } from '../../commands/commands.ts'
import { messageOf } from '../../host/message-of.ts'
import { useSessionSearch } from '../../state/session-search.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pane } from '../../ui/pane.tsx'
import { StorageDialog } from './late-dialogs.ts'
import { SearchHits } from './search-hits.tsx'
import { SessionRows } from './session-rows.tsx'
import { useIsEnding, useRecording, useSearch, useSessionList } from './use-sessions.ts'
import '../../ui/side-list.css'
import './sessions.css'

export function SessionsPane() {
  const list = useSessionList()
  const { typed, query: text, type, clear } = useSessionSearch()
  const [tidying, setTidying] = useState(false)
  const found = useSearch(text)
  const current = useRecording().data?.session
  const isEnding = useIsEnding()
  // The one being recorded is asked for more often than the list. While it ends, its row is that of a kept one already: a
  // click is about the session it names, not about the one that begins.
  const sessions = (list.data?.pages.flatMap((page) => page.sessions) ?? []).map((session) => {
    const known = session.id === current?.id ? current : session
    return isEnding ? { ...known, state: 'kept' as const } : known
  })

  return (
    <Pane
      id="sessions"
      name="Sessions"
      title={<h2>Sessions</h2>}
      actions={
        <>
          <IconButton
            label="Open a session from a file"
            icon={<FolderOpen size={13} />}
            onClick={() => runCommand('session.import')}
          />
          <IconButton label="Space on disk" icon={<Settings2 size={13} />} onClick={() => setTidying(true)} />
          <IconButton
            label="New session"
            icon={<Plus size={15} />}
            onClick={() => runCommand('session.new')}
          />
        </>
      }
    >
      <input
        type="search"
        className="input side-search"
        aria-label="Search all sessions"
        placeholder="Search all sessions"
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
        <SearchHits text={text} page={found.data} error={found.error} />
      ) : (
        <SessionRows sessions={sessions} />
      )}
      {text === '' && list.data && sessions.length === 0 && (
        <EmptyState title="Nothing recorded yet">
          <p>
            Your sessions with agents are kept here, to view, replay and share. A .parley file opens when you
            drop it on the window.
          </p>
        </EmptyState>
      )}
      {text === '' && list.hasNextPage && (
        <p className="session-more">
          <Button onClick={() => list.fetchNextPage()} disabled={list.isFetchingNextPage}>
            Earlier sessions
          </Button>
        </p>
      )}
      {tidying && <StorageDialog onClose={() => setTidying(false)} />}
    </Pane>
  )
}
