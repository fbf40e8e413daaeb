import type { SearchHit, SearchPage } from '#shared/contract/sessions.ts'
import { messageOf } from '../../host/message-of.ts'
import { useLooking } from '../../state/looking.ts'
import { useSelection } from '../../state/selection.ts'
import { counted } from '../../ui/format.ts'
import { walkSideList } from '../../ui/side-section.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { nameOf, whenOf } from './session-words.ts'
import { useSearch } from './use-sessions.ts'

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
              className="side-pick column gap-1 full-width"
              onKeyDown={walkSideList}
              onClick={() => look(hit)}
            >
              <span className="line gap-6 full-width">
                <bdi className="session-name truncate">{visibleString(nameOf(hit.session))}</bdi>
                <span className="spacer" />
                <span className="faint num small">{whenOf(hit.at)}</span>
              </span>
              <span className="faint mono breaks clamp-2">{visibleString(hit.excerpt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The same for the palette. */
export function useRecordingMatches(text: string) {
  const { data, error, isFetching } = useSearch(text)
  const hits = text === '' ? [] : (data?.hits ?? [])
  return {
    isSearching: isFetching,
    error: text === '' ? null : error,
    matches: hits.map((hit) => ({
      key: `hit-${hit.sessionId}-${hit.seq}`,
      title: visibleString(nameOf(hit.session)),
      detail: `${whenOf(hit.at)} · ${visibleString(hit.excerpt)}`,
      run: () => look(hit),
    })),
  }
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
