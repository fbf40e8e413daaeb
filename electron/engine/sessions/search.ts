// Words, looked for in everything that is kept, the newest first.

import type { Inputs } from '#shared/contract/contract.ts'
import type { SearchHit, SearchPage, SessionView } from '#shared/contract/sessions.ts'
import type { Body, Entry } from '#shared/record/entry.ts'
import type { Archive } from './archive.ts'

const around = 60

export async function searchSessions(
  archive: Archive,
  viewOf: (sessionId: string) => SessionView,
  request: Inputs['sessions']['search'],
): Promise<SearchPage> {
  const { text, limit } = request
  const hits: SearchHit[] = []
  let { skip } = request
  let total = 0
  const views = new Map<string, SessionView>()
  const viewed = (sessionId: string): SessionView => {
    const view = views.get(sessionId) ?? viewOf(sessionId)
    views.set(sessionId, view)
    return view
  }
  for (const record of archive.records()) {
    const found = await record.search(text, skip, limit - hits.length)
    total += found.total
    skip = Math.max(0, skip - found.total)
    // The deletion of one may have begun meanwhile.
    const kept = found.entries.filter(({ sessionId }) => record.session(sessionId) !== undefined)
    hits.push(...kept.map((entry) => hitOf(entry, text, viewed)))
  }
  return { hits, total }
}

function hitOf(entry: Entry, text: string, viewed: (sessionId: string) => SessionView): SearchHit {
  const { sessionId, exchangeId, seq, at, kind } = entry
  const { name, agents, state } = viewed(sessionId)
  return {
    sessionId,
    session: { name, agents, state },
    exchangeId,
    seq,
    at,
    kind,
    excerpt: excerptOf(wordsOf(entry), text),
  }
}

/** Around the first word found. The index folds accents and finds words of bodies that lie apart; this may not. */
function excerptOf(said: string, text: string): string {
  const lower = said.toLowerCase()
  const places = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0)
  const place = places.length === 0 ? 0 : Math.min(...places)
  const start = Math.max(0, place - around)
  const excerpt = said.slice(start, place + 2 * around).replace(/\s+/g, ' ')
  return `${start > 0 ? '…' : ''}${excerpt}${place + 2 * around < said.length ? '…' : ''}`
}

function wordsOf(entry: Entry): string {
  switch (entry.kind) {
    case 'request':
      return [entry.call.label, entry.url, inline(entry.decoded ?? entry.body)].join(' ')
    case 'response':
      return [entry.status, entry.statusText, ...entry.headers.map((pair) => pair.join(': '))].join(' ')
    case 'frame':
      return inline(entry.data ?? entry.raw)
    case 'end':
      return inline(entry.body)
    case 'failure':
      return [entry.message, inline(entry.body)].join(' ')
    case 'redirect':
      return `${entry.from} → ${entry.to}`
    case 'webhook':
      return [entry.path, inline(entry.body)].join(' ')
    case 'note':
      return entry.text
  }
}

function inline(body: Body | undefined): string {
  return body?.text ?? (body?.hash === undefined ? '' : 'in a large body')
}
