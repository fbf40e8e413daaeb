import { useState } from 'react'
import { runCommand } from '../../commands/commands.ts'
import { messageOf } from '../../host/message-of.ts'
import { useSessionSearch } from '../../state/session-search.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SideSection } from '../../ui/side-section.tsx'
import { StorageDialog } from './late-parts.ts'
import { SearchHits } from './search-hits.tsx'
import { SessionRows } from './session-rows.tsx'
import { useIsEnding, useRecording, useSearch, useSessionList } from './use-sessions.ts'
import './sessions.css'

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
        <SearchHits text={text} page={found.data} error={found.error} />
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
