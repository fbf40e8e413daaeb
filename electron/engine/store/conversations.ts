// Conversations as facts define them, over all stores: listed, and each with its exchanges.

import type { ConversationRef } from '#shared/contract/story.ts'
import type { Packed } from '#shared/record/run.ts'
import { type ConversationFilter, isListed } from '#shared/story/conversation-ref.ts'
import { createSlices } from '../platform/async.ts'
import { integerColumn, textColumn } from './column.ts'
import {
  chatOf,
  createConversationList,
  type ListConversations,
  type ListedConversation,
  type StoredPlace,
} from './conversation-list.ts'
import { type ConversationRows, createConversationRows, rowsOfExchanges } from './conversation-rows.ts'
import type { Range } from './list-cache.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'
import type { Writing } from './writing.ts'

interface OfAgent {
  readonly agentId: string
  readonly sessionId?: string | undefined
}

interface ExchangeSpan {
  readonly exchangeId: string
  readonly firstSeq: number
  readonly lastSeq: number
}

interface ConversationPlace {
  readonly agentId: string
  readonly ref: ConversationRef
}

interface TaskName {
  readonly taskId: string
  readonly agentId?: string | undefined
}

export type Conversations = ReturnType<typeof createConversations>

export function createConversations(writing: Writing, onRead: () => void) {
  const { written: stores, tail } = writing
  const { reading, version } = writing.facts
  const list = createConversationList(stores)
  const rows = createConversationRows(reading)

  /** The same conversation in each store that has part of it. */
  const placesOf = (agentId: string, ref: ConversationRef): readonly StoredPlace[] => {
    const { contextId, chatId, exchangeId = '' } = ref
    if (contextId !== undefined) {
      return stores().flatMap((store) =>
        prepared(store, conversationsOfContext)
          .all(agentId, contextId)
          .map((row) => ({ store, conversation: integerColumn(row, 'id') })),
      )
    }
    const matches =
      chatId === undefined
        ? placesOfExchange(exchangeId).filter(({ place }) => place.agentId === agentId)
        : placesOfChat(agentId, chatId)
    const named = matches.find(({ place }) => place.ref.contextId !== undefined)
    return named ? placesOf(agentId, { contextId: named.place.ref.contextId }) : matches
  }
  const placesIn = (sql: string, names: readonly string[], sessionId?: string) =>
    stores().flatMap((store) => {
      const row = prepared(store, sql).get(...names)
      return row ? placed(store, row, sessionId) : []
    })
  const placesOfExchange = (exchangeId: string, sessionId?: string) =>
    placesIn(conversationOfExchange, [exchangeId], sessionId)
  const placesOfChat = (agentId: string, chatId: string, sessionId?: string) =>
    placesIn(conversationOfChat, [agentId, chatId], sessionId)
  /** Webhook calls to the same path that belong to no conversation of an agent, oldest first. */
  const straysWith = (exchangeId: string, sessionId: string | undefined): readonly ExchangeSpan[] =>
    stores()
      .flatMap((store) => prepared(store, strays).all(exchangeId, maxStrayCalls, sessionId ?? null))
      .map(spanOf)
      .toReversed()
  const recentRows = (exchangeIds: ReadonlySet<string>, after: number, upTo: number) =>
    tail.between(after, upTo)?.flatMap(({ packed }) => (exchangeIds.has(packed.exchangeId) ? [packed] : []))

  return {
    /** Increases whenever facts or sessions change a result of these functions. */
    version,
    ...createConversationPages(list, rows),

    /** The newest own conversation, not forgotten, that began after `after`; with `orOthers`, else the newest through a tap. */
    newest(
      query: OfAgent & Listing & { readonly after: number; readonly orOthers: boolean },
    ): ConversationRef | undefined {
      const { agentId, sessionId, after, isForgotten, orOthers } = query
      const later: ListedConversation[] = []
      for (const conversation of list(agentId, sessionId)) {
        if (conversation.startedSeq <= after) break
        if (conversation.contextId !== undefined && isForgotten(conversation.contextId, agentId)) continue
        if (conversation.isOurs) return rows.refOf(conversation, sessionId)
        if (orOthers && later.length === 0) later.push(conversation)
      }
      const [other] = later
      return other && rows.refOf(other, sessionId)
    },

    /** Its exchanges by their beginnings, with their first and last entries. */
    exchanges({
      agentId,
      ref,
      sessionId,
    }: OfAgent & { readonly ref: ConversationRef }): readonly ExchangeSpan[] {
      if (agentId === '') return straysWith(ref.exchangeId ?? '', sessionId)
      return spansIn(placesOf(agentId, ref), agentId, sessionId)
    },

    ofExchange(exchangeId: string, sessionId?: string): ConversationPlace | undefined {
      const place = best(placesOfExchange(exchangeId, sessionId))
      if (place) return place
      const calls = straysWith(exchangeId, sessionId)
      const [first] = calls.some((call) => call.exchangeId === exchangeId) ? calls : []
      return first && { agentId: '', ref: { exchangeId: first.exchangeId } }
    },

    ofChat: (agentId: string, chatId: string, sessionId?: string): ConversationPlace | undefined =>
      best(placesOfChat(agentId, chatId, sessionId)),

    ofTask: ({ taskId, agentId }: TaskName, sessionId?: string): ConversationPlace | undefined =>
      best(
        stores().flatMap((store) =>
          prepared(store, conversationsOfTask)
            .all(taskId, agentId ?? null, sessionId ?? null)
            .flatMap((row) => placed(store, row, sessionId)),
        ),
      ),

    tasks({ agentId, sessionId, limit }: OfAgent & { readonly limit: number }): readonly string[] {
      const matches = stores().flatMap((store) =>
        prepared(store, newestTasks).all(agentId, sessionId ?? null, limit),
      )
      const newest = matches.toSorted((one, other) => integerColumn(other, 'seq') - integerColumn(one, 'seq'))
      return [...new Set(newest.map((row) => textColumn(row, 'uid')))].slice(0, limit)
    },

    /** Rows of these exchanges within a range of entries, in the order of the record. */
    rows(exchangeIds: ReadonlySet<string>, after: number, upTo: number): readonly Packed[] {
      onRead()
      return recentRows(exchangeIds, after, upTo) ?? rowsOfExchanges(stores(), exchangeIds, after, upTo)
    },
    /** The same rows, if all are still in memory. */
    recentRows,
  }

  function placed(
    store: Store,
    row: Readonly<Record<string, unknown>>,
    sessionId: string | undefined,
  ): readonly (StoredPlace & { readonly place: ConversationPlace })[] {
    const { agent, context, chat } = row
    if (typeof agent !== 'string') return []
    const conversation = integerColumn(row, 'id')
    const contextId = typeof context === 'string' ? context : undefined
    const chatId = typeof chat === 'string' ? chat : undefined
    const places = [{ store, conversation }]
    const ref = rows.refOf({ contextId, chatId, places }, sessionId)
    return [{ store, conversation, place: { agentId: agent, ref } }]
  }
}

/** Of the same conversation in several stores, the part with a context. */
function best(matches: readonly { readonly place: ConversationPlace }[]): ConversationPlace | undefined {
  return (matches.find(({ place }) => place.ref.contextId !== undefined) ?? matches[0])?.place
}

/** Merges the spans of an exchange that continues in another store. */
function spansIn(
  places: readonly StoredPlace[],
  agentId: string,
  sessionId: string | undefined,
): readonly ExchangeSpan[] {
  const spans = new Map<string, ExchangeSpan>()
  for (const { store, conversation } of places) {
    for (const row of prepared(store, exchangesOfConversation).all(
      conversation,
      agentId,
      sessionId ?? null,
    )) {
      const { exchangeId, firstSeq, lastSeq } = spanOf(row)
      const before = spans.get(exchangeId)
      spans.set(exchangeId, {
        exchangeId,
        firstSeq: Math.min(before?.firstSeq ?? firstSeq, firstSeq),
        lastSeq: Math.max(before?.lastSeq ?? lastSeq, lastSeq),
      })
    }
  }
  return [...spans.values()].sort((one, other) => one.firstSeq - other.firstSeq)
}

function spanOf(row: Readonly<Record<string, unknown>>): ExchangeSpan {
  return {
    exchangeId: textColumn(row, 'uid'),
    firstSeq: integerColumn(row, 'first_seq'),
    lastSeq: integerColumn(row, 'last_seq'),
  }
}

const named = `t.id, t.agent, c.uid AS context, ${chatOf}`

// Earlier calls that are searched for the conversation of a webhook call; one further back does not count.
const maxStrayCalls = 2_000
const strays = `SELECT x.uid, y.first_seq, y.last_seq FROM summary y JOIN exchange x ON x.id = y.exchange
  WHERE y.kind = 'webhook' AND y.url = (SELECT url FROM summary WHERE exchange = (SELECT id FROM exchange WHERE uid = ?1))
    AND (?3 IS NULL OR y.session = (SELECT id FROM session WHERE uid = ?3))
    AND NOT EXISTS (SELECT 1 FROM fact f JOIN conversation t ON t.id = f.conversation
      WHERE f.exchange = y.exchange AND t.agent IS NOT NULL)
  ORDER BY y.exchange DESC LIMIT ?2`

/** By the facts of the response, else by those of the request. */
const conversationOfExchange = `SELECT ${named} FROM fact f JOIN conversation t ON t.id = f.conversation LEFT JOIN context c ON c.id = t.context
  WHERE f.exchange = (SELECT id FROM exchange WHERE uid = ?) ORDER BY f.way IN ('sent', 'asked'), f.place LIMIT 1`

const inSession = 'session = (SELECT id FROM session WHERE uid = ?3)'

const conversationsOfContext =
  'SELECT id FROM conversation WHERE agent = ? AND context = (SELECT id FROM context WHERE uid = ?)'

const conversationOfChat = `SELECT ${named} FROM chat h JOIN conversation t ON t.id = h.conversation LEFT JOIN context c ON c.id = t.context
  WHERE h.agent = ?1 AND h.uid = ?2`

const conversationsOfTask = `SELECT ${named} FROM conversation_task k JOIN conversation t ON t.id = k.conversation LEFT JOIN context c ON c.id = t.context
  WHERE k.task = (SELECT id FROM task WHERE uid = ?1) AND t.agent IS NOT NULL AND (?2 IS NULL OR t.agent = ?2)
    AND (?3 IS NULL OR EXISTS (SELECT 1 FROM conversation_part p WHERE p.conversation = t.id AND p.${inSession}))
  ORDER BY t.context IS NULL, t.id`

/** Exchanges with a fact in the conversation, and those about one of its tasks. */
const exchangesOfConversation = `SELECT x.uid, y.first_seq, y.last_seq FROM (
    SELECT exchange FROM fact WHERE conversation = ?1
    UNION SELECT f.exchange FROM conversation_task k JOIN conversation_task o ON o.task = k.task AND o.conversation <> k.conversation
      JOIN conversation t ON t.id = o.conversation JOIN fact f ON f.task = o.task AND f.conversation = o.conversation
      WHERE k.conversation = ?1 AND (t.agent = ?2 OR t.agent IS NULL)) m
  JOIN summary y ON y.exchange = m.exchange JOIN exchange x ON x.id = m.exchange
  WHERE ?3 IS NULL OR y.${inSession}`

/** Tasks are numbered in the order of their first facts. */
const newestTasks = `SELECT k.uid, (SELECT min(seq) FROM fact WHERE task = k.id) AS seq FROM task k
  WHERE EXISTS (SELECT 1 FROM conversation_task o JOIN conversation t ON t.id = o.conversation WHERE o.task = k.id AND t.agent = ?1
    AND (?2 IS NULL OR EXISTS (SELECT 1 FROM conversation_part p WHERE p.conversation = t.id
      AND p.session = (SELECT id FROM session WHERE uid = ?2))))
  ORDER BY k.id DESC LIMIT ?3`

// Conversations by position, newest first: those with one agent, and those of one or all agents that have a name.

interface Listing {
  readonly sessionId?: string | undefined
  isForgotten(contextId: string, agentId: string): boolean
}

interface ConversationQuery extends Listing, Range, ConversationFilter {
  readonly agentId?: string | undefined
}

interface ConversationSearch extends ConversationQuery {
  nameOf(conversation: ListedConversation): string | undefined
  matches(agentId: string, title: () => string): boolean
}

function createConversationPages(list: ListConversations, rows: ConversationRows) {
  const listed = ({ agentId, sessionId, isForgotten, ...filter }: ConversationQuery) => {
    const all = list(agentId, sessionId).filter(
      (each) => each.contextId === undefined || !isForgotten(each.contextId, each.agentId),
    )
    return { all, shown: all.filter((conversation) => isListed(conversation, filter)) }
  }
  const pageOf = (
    { sessionId, offset, limit }: ConversationQuery,
    all: readonly ListedConversation[],
    shown: readonly ListedConversation[],
  ) => ({
    rows: shown.slice(offset, offset + limit).map((conversation) => rows.rowOf(conversation, sessionId)),
    total: shown.length,
    others: all.filter(({ isOurs }) => !isOurs).length,
  })

  return {
    page(query: ConversationQuery & { readonly agentId: string }) {
      const { all, shown } = listed(query)
      return pageOf(query, all, shown)
    },
    async search({ nameOf, matches, ...query }: ConversationSearch) {
      const { all, shown } = listed(query)
      const breathe = createSlices()
      const hits: ListedConversation[] = []
      for (const each of shown) {
        if (!each.places.every(({ store }) => store.database.isOpen)) break
        const title = () => nameOf(each) || rows.firstWordsIn(each.places, query.sessionId)
        if (matches(each.agentId, title)) hits.push(each)
        await breathe()
      }
      return pageOf(query, all, hits)
    },
  }
}
