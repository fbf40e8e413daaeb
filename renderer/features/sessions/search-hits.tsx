import { useMemo } from 'react'
import type { SearchHit, SearchPage } from '#shared/contract/sessions.ts'
import { messageOf } from '#shared/errors.ts'
import { wordsOf } from '#shared/filter/words.ts'
import { useMatchList } from '../../commands/match-list.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { createListOnce } from '../../record/paged-list.ts'
import { useSelection } from '../../state/selection.ts'
import { useLooking } from '../../state/viewing.ts'
import { counted, joinDefined } from '../../ui/format.ts'
import { walkSideList } from '../../ui/side-section.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { nameOf, whenOf } from './session-words.ts'

const senders = { you: 'You', agent: 'Agent', caller: 'Caller' } as const

interface SearchHitsProps {
  readonly text: string
  readonly page: SearchPage | undefined
  readonly error: unknown
}

/** Matches, the newest first; a click opens the session at that place. */
export function SearchHits({ text, page, error }: SearchHitsProps) {
  if (error) return <p className="notice">{messageOf(error)}</p>
  if (page === undefined) return <p className="session-none dim">Searching…</p>
  if (page.total === 0) return <p className="session-none dim">No recording has “{text}” in it.</p>
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

function Hit({ hit, text }: { readonly hit: SearchHit; readonly text: string }) {
  const { session, at, sentBy, sender, excerpt, isReadable } = hit
  return (
    <span className="hit column gap-1 full-width">
      <span className="line gap-6 full-width">
        <bdi className="truncate">{visibleString(nameOf(session))}</bdi>
        <span className="spacer" />
        <span className="faint num small rigid">{whenOf(at)}</span>
      </span>
      <span className="dim small breaks clamp-2">
        <bdi className="bold">{visibleString(sender ?? senders[sentBy])}:</bdi>{' '}
        <bdi className={joinDefined(' ', !isReadable && 'mono')}>
          <Marked text={visibleString(excerpt)} words={wordsOf(text)} />
        </bdi>
      </span>
    </span>
  )
}

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  if (words.length === 0) return text
  // Every second piece is one of the words.
  const pieces = text.split(new RegExp(`(${words.join('|')})`, 'iu'))
  return pieces.map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text do not move
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  )
}
