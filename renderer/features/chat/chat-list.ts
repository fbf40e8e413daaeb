// The rows of a conversation as they come.

import type { EngineClient } from '#shared/contract/contract.ts'
import type { ChatPage, ConversationBrief, LookedAt } from '#shared/contract/story.ts'
import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { createPagedList, type PagedList } from '../../record/paged-list.ts'

/** What answers them. */
export interface ChatSource {
  readonly story: Pick<EngineClient['story'], 'rows'>
}

export type ChatList = PagedList<ChatRow, ChatPage>

/** What has come is folded once, sooner or later: to wait makes it no less. */
const rest = { leastMs: 50, share: 0 }
/** Of the end, where nothing else is wanted. */
const firstRows = 200

export function createChatList(
  { story }: ChatSource,
  looked: LookedAt,
  begin: { readonly offset?: number; readonly limit: number } = { limit: firstRows },
): ChatList {
  let known: ConversationBrief | null = null
  const complete = (page: ChatPage): ChatPage => {
    const { conversation = known } = page
    known = conversation
    return { ...page, conversation }
  }
  return createPagedList<ChatRow, ChatPage>({
    first: async (signal) => complete(await story.rows({ ...looked, ...begin }, { signal })),
    follow: async ({ version: seen, ...more }, signal) =>
      complete(await story.rows({ ...looked, ...more, seen }, { signal })),
    async load(offset, limit, signal) {
      const { rows } = await story.rows({ ...looked, offset, limit }, { signal })
      return rows.flatMap((row) => ('kept' in row ? [] : [row]))
    },
    keyOf: ({ key }) => key,
    rest,
  })
}
