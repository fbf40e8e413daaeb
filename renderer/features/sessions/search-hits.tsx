import { useMemo } from 'react'
import type { SearchHit, SearchPage } from '#shared/contract/sessions.ts'
import { useMatchList } from '../../commands/match-list.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { createListOnce } from '../../record/paged-list.ts'
import { useLooking } from '../../state/looking.ts'
import { useSelection } from '../../state/selection.ts'
import { counted } from '../../ui/format.ts'
import { walkSideList } from '../../ui/side-section.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { Hit } from './hit.tsx'
import { nameOf } from './session-words.ts'

interface SearchHitsProps {
  readonly text: string
  readonly page: SearchPage | undefined
  readonly error: unknown
}

/** Where the words were said, the newest first; a click opens the session at that place. */
export function SearchHits({ text, page, error }: SearchHitsProps) {
  if (error) return <p className="notice">{messageOf(error)}</p>
  if (page === undefined) return <p className="session-none muted">Searching…</p>
  if (page.total === 0) return <p className="session-none muted">No recording has “{text}” in it.</p>
  return (
    <>
      <p className="session-none faint" role="status">
        {counted(page.total, 'place')}
        {page.total > page.hits.length && `, the newest ${page.hits.length} shown`}
      </p>
      <ul className="side-list" aria-label="Matches">
        {page.hits.map((hit) => (
          <li key={`${hit.sessionId} ${hit.seq}`} className="side-row">
            <button
              type="button"
              className="side-pick full-width"
              onKeyDown={walkSideList}
              onClick={() => look(hit)}
            >
              <Hit hit={hit} text={text} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The same for the palette. */
export function useRecordingMatches(text: string) {
  const { client } = useLiveEngine()
  const list = useMemo(
    () =>
      createListOnce(async ({ offset, limit }, options) => {
        if (text === '') return { text, rows: [], total: 0 }
        const { hits, total } = await client.sessions.search({ text, skip: offset, limit }, options)
        return { text, rows: hits, total }
      }),
    [client, text],
  )
  return useMatchList(list, text, (hit, { text: searched }) => ({
    key: `hit-${hit.sessionId}-${hit.seq}`,
    title: visibleString(nameOf(hit.session)),
    content: <Hit hit={hit} text={searched} />,
    run: () => look(hit),
  }))
}

function look(hit: SearchHit): void {
  const { open, show } = useLooking.getState()
  if (hit.session.state !== 'kept') {
    show(undefined)
    useSelection.getState().selectExchange(hit.exchangeId, hit.seq)
    return
  }
  open(hit.sessionId, nameOf(hit.session), hit)
}
