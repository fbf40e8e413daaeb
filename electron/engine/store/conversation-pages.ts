// Conversations by position, the newest first: those with an agent as they are listed, and those of one or all that have a name.

import { isListed, type WantedConversations } from '#shared/story/conversation-ref.ts'
import { createSlices } from '../slices.ts'
import type { ListConversations, ListedConversation } from './conversation-list.ts'
import type { ConversationRows } from './conversation-rows.ts'
import type { Range } from './matches.ts'

export interface Listing {
  readonly sessionId?: string | undefined
  /** Its user put it out of sight. */
  isForgotten(contextId: string, agentId: string): boolean
}

export interface ConversationQuery extends Listing, Range, WantedConversations {
  readonly agentId?: string | undefined
}

export interface ConversationSearch extends ConversationQuery {
  /** What its user calls it. */
  nameOf(conversation: ListedConversation): string | undefined
  matches(agentId: string, title: () => string): boolean
}

export function createConversationPages(list: ListConversations, rows: ConversationRows) {
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
    /** In slices. */
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
