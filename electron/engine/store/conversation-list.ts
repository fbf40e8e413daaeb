// The conversations with one agent or all, newest first. The list is built once and then updated from new facts alone.

import { createBoundedCache } from '#shared/collections/lru-cache.ts'
import { memoByObject } from '#shared/collections/memo.ts'
import { conversationIdOf } from '#shared/story/conversation-ref.ts'
import { integerColumn, textColumn } from './column.ts'
import type { Store } from './store.ts'

export interface StoredPlace {
  readonly store: Store
  readonly conversation: number
}

export interface ListedConversation {
  readonly agentId: string
  readonly contextId?: string | undefined
  readonly chatId?: string | undefined
  readonly isOurs: boolean
  readonly startedSeq: number
  /** In each store that has part of it. */
  readonly places: readonly StoredPlace[]
}

/** Lists the conversations with one agent or all, in one session or all. */
export type ListConversations = (
  agentId: string | undefined,
  sessionId: string | undefined,
) => readonly ListedConversation[]

/** Lists that are cached at least; at most twice as many. */
const rememberedLists = 32

interface CachedStore {
  readonly upheavals: number
  readonly upTo: number
  readonly conversations: ReadonlyMap<number, ListedConversation>
  readonly sorted: readonly ListedConversation[]
}

export function createConversationList(stores: () => readonly Store[]): ListConversations {
  const listsOf = memoByObject(() => createBoundedCache<string, CachedStore>(rememberedLists))

  const inStore = (
    store: Store,
    agentId: string | undefined,
    sessionId: string | undefined,
  ): readonly ListedConversation[] => {
    const remembered = listsOf(store)
    const key = JSON.stringify([agentId, sessionId])
    const cachedStore = remembered.get(key)
    const upheavals = store.conversations.upheavals()
    const upTo = store.lastSeq()
    if (cachedStore?.upTo === upTo && cachedStore.upheavals === upheavals) return cachedStore.sorted
    const isSame = cachedStore?.upheavals === upheavals
    const news = select(store, agentId, sessionId, isSame ? cachedStore.upTo : 0)
    const conversations = isSame ? new Map(cachedStore.conversations) : new Map<number, ListedConversation>()
    for (const conversation of news)
      conversations.set(conversation.places[0]?.conversation ?? 0, conversation)
    const sorted =
      isSame && news.length === 0 ? cachedStore.sorted : [...conversations.values()].sort(newestFirst)
    remembered.set(key, { upheavals, upTo, conversations, sorted })
    return sorted
  }

  return (agentId, sessionId) => {
    const [first = [], ...others] = stores()
      .map((store) => inStore(store, agentId, sessionId))
      .filter((conversations) => conversations.length > 0)
    return others.length === 0 ? first : joined([first, ...others].flat())
  }
}

/** SQL for the chat of a conversation `t`. */
export const chatOf = '(SELECT min(h.uid) FROM chat h WHERE h.conversation = t.id) AS chat'

function select(
  store: Store,
  agentId: string | undefined,
  sessionId: string | undefined,
  after: number,
): readonly ListedConversation[] {
  const sql = `SELECT t.id, t.agent, c.uid AS context, ${chatOf}, max(p.ours) AS ours, min(p.first_seq) AS first_seq
    FROM conversation t JOIN conversation_part p ON p.conversation = t.id LEFT JOIN context c ON c.id = t.context
    WHERE ${agentId === undefined ? '?1 IS NULL AND t.agent IS NOT NULL' : 't.agent = ?1'} AND ${sessionId === undefined ? `?2 IS NULL AND p.session NOT IN (${beside})` : 'p.session = (SELECT id FROM session WHERE uid = ?2)'}
      ${after === 0 ? 'AND ?3 = 0' : 'AND t.id IN (SELECT conversation FROM conversation_part WHERE last_fact > ?3)'}
    GROUP BY t.id`
  return store.database
    .prepare(sql)
    .all(agentId ?? null, sessionId ?? null, after)
    .map((row) => ({
      agentId: textColumn(row, 'agent'),
      contextId: typeof row['context'] === 'string' ? row['context'] : undefined,
      chatId: typeof row['chat'] === 'string' ? row['chat'] : undefined,
      isOurs: row['ours'] === 1,
      startedSeq: integerColumn(row, 'first_seq'),
      places: [{ store, conversation: integerColumn(row, 'id') }],
    }))
}

/** Sessions of checks, which run beside the user's conversations; they are listed only within their session. */
const beside = "SELECT id FROM session WHERE facts ->> '$.beside'"

function newestFirst(one: ListedConversation, other: ListedConversation): number {
  return other.startedSeq - one.startedSeq
}

/** Parts in several stores are one conversation if they share a context or a chat. */
function joined(conversations: readonly ListedConversation[]): readonly ListedConversation[] {
  const byName = new Map<string | ListedConversation, ListedConversation>()
  for (const conversation of conversations) {
    const { agentId, contextId, chatId } = conversation
    const name =
      contextId === undefined && chatId === undefined
        ? conversation
        : `${agentId} ${conversationIdOf(conversation)}`
    const before = byName.get(name)
    byName.set(name, before ? both(before, conversation) : conversation)
  }
  return [...byName.values()].sort(newestFirst)
}

function both(one: ListedConversation, other: ListedConversation): ListedConversation {
  return {
    agentId: one.agentId,
    contextId: one.contextId,
    chatId: one.chatId,
    isOurs: one.isOurs || other.isOurs,
    startedSeq: Math.min(one.startedSeq, other.startedSeq),
    places: [...one.places, ...other.places],
  }
}
