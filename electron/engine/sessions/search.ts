import type { JsonValue } from '#shared/a2a/model.ts'
import { memoByKey } from '#shared/collections/memo.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { SearchHit, SearchPage, SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import { maxIndexedBytes } from '#shared/filter/search-text.ts'
import { wordsOf } from '#shared/filter/words.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { Body, Entry } from '#shared/record/entry.ts'
import { entryBody } from '#shared/record/entry-body.ts'
import { programName } from '#shared/record/program-name.ts'
import { createSlices } from '../platform/async.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Archive } from './archive.ts'

/** Values of one document that are searched; beyond, its raw text is shown. */
const maxSearchedValues = 20_000

// In characters. A short line shows the match as well as what precedes it.
const before = 30
const after = 130

export async function searchSessions(
  archive: Archive,
  viewOf: (sessionId: string) => SessionView,
  request: Inputs['sessions']['search'],
): Promise<SearchPage> {
  const { text, limit } = request
  const hits: SearchHit[] = []
  let { skip } = request
  let total = 0
  const viewed = memoByKey(viewOf)
  const breathe = createSlices()
  for (const record of archive.records()) {
    const index = await record.search(text, skip, limit - hits.length)
    total += index.total
    skip = Math.max(0, skip - index.total)
    const entries = index.entries.filter(({ sessionId }) => record.session(sessionId) !== undefined)
    for (const entry of entries) {
      hits.push(hitOf(entry, text, record, viewed(entry.sessionId)))
      await breathe()
    }
  }
  return { hits, total }
}

function hitOf(
  entry: Entry,
  text: string,
  record: SessionRecord,
  { name, agents, state }: SessionView,
): SearchHit {
  const { sessionId, exchangeId, seq, at, kind } = entry
  const words = wordsOf(text.toLowerCase())
  const textOf = (body: Body | undefined): string => {
    if (body?.hash === undefined) return body?.text ?? ''
    const range = record.body(body.hash, { length: maxIndexedBytes })
    return range === undefined ? '' : Buffer.from(range.bytes).toString('utf8')
  }
  const readable = readableText(textOf(entryBody(entry)), words)
  const { by, agentId, program } = senderOf(entry, record)
  const sender = program ?? agents.find(({ id }) => id === agentId)?.name
  return {
    ...{ sessionId, session: { name, agents, state }, exchangeId, seq, at, kind, sentBy: by },
    ...defined({ sender }),
    ...(readable !== undefined && { isReadable: true }),
    excerpt: excerptOf(readable ?? rawText(entry, textOf), words),
  }
}

interface Sender {
  readonly by: SearchHit['sentBy']
  readonly agentId?: string | undefined
  readonly program?: string
}

function senderOf(entry: Entry, record: SessionRecord): Sender {
  switch (entry.kind) {
    case 'note':
      return { by: 'you' }
    case 'request': {
      const { via } = entry.call
      return via ? { by: 'caller', program: programName(via) } : { by: 'you' }
    }
    case 'webhook':
      return { by: 'agent', agentId: entry.registration?.agentId }
    default:
      return { by: 'agent', agentId: record.exchanges.row(entry.exchangeId)?.agentId }
  }
}

/** Around the first match. The index folds accents; this does not. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const place = places.length === 0 ? 0 : Math.min(...places)
  const start = Math.max(0, place - before)
  const excerpt = text
    .slice(start, place + after)
    .trim()
    .replace(/\s+/g, ' ')
  return `${start > 0 ? '…' : ''}${excerpt}${place + after < text.length ? '…' : ''}`
}

function rawText(entry: Entry, textOf: (body: Body | undefined) => string): string {
  const body = textOf(entryBody(entry))
  switch (entry.kind) {
    case 'request':
      return [entry.call.label, entry.url, body].join(' ')
    case 'response':
      return [entry.status, entry.statusText, ...entry.headers.map((pair) => pair.join(': '))].join(' ')
    case 'frame':
    case 'end':
      return body
    case 'failure':
      return [entry.message, body].join(' ')
    case 'redirect':
      return `${entry.from} → ${entry.to}`
    case 'webhook':
      return [entry.path, body].join(' ')
    case 'note':
      return entry.text
  }
}

// The text of a JSON document for people: of a message or an artifact, else the prose of a card or an error.

/** The text with most of the words, in lower case; undefined if none matches. */
function readableText(json: string, words: readonly string[]): string | undefined {
  let best: { readonly text: string; readonly score: number } | undefined
  for (const { name, text } of stringsIn(jsonIn(json))) {
    const isPart = name === 'text'
    if (!isPart && !/\S\s+\S/.test(text)) continue
    const lower = text.toLowerCase()
    const hits = words.filter((word) => lower.includes(word)).length
    const score = hits === 0 ? 0 : 2 * hits + (isPart ? 1 : 0)
    if (score > (best?.score ?? 0)) best = { text, score }
  }
  return best?.text
}

interface NamedString {
  readonly name: string
  readonly text: string
}

/** In document order; items of a list have the name of the list. */
function* stringsIn(root: JsonValue | undefined): Generator<NamedString> {
  const open: { readonly name: string; readonly value: JsonValue | undefined }[] = [{ name: '', value: root }]
  for (let count = 0; count < maxSearchedValues; count += 1) {
    const next = open.pop()
    if (next === undefined) return
    const { name, value } = next
    if (typeof value === 'string') yield { name, text: value }
    else if (Array.isArray(value)) for (const item of value.toReversed()) open.push({ name, value: item })
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value).toReversed()) open.push({ name: key, value: member })
  }
}
