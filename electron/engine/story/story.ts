import { memberOf } from '#shared/a2a/json-kinds.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ConversationRef } from '#shared/contract/story.ts'
import { hasEveryWord } from '#shared/filter/words.ts'
import type { ConversationFilter } from '#shared/story/conversation-ref.ts'
import { createStoryApi } from '#shared/story/story-api.ts'
import type { Agents } from '../agents.ts'
import type { ChatStore } from '../chat-memory.ts'
import type { PendingRemovals } from '../pending-removals.ts'
import type { Range } from '../store/list-cache.ts'
import type { SessionRecord } from '../store/record.ts'
import type { ConversationFolds } from './conversation-folds.ts'

interface StoryDeps {
  readonly record: SessionRecord
  readonly folds: ConversationFolds
  readonly sessionId?: string | undefined
  /** Messages can be sent. */
  readonly isLive: () => boolean
  readonly console: Pick<EngineClient['console'], 'exchanges' | 'exchange'>
  readonly chat: Pick<ChatStore, 'contexts' | 'workingTexts'>
  readonly pending: Pick<PendingRemovals, 'hides'>
  readonly agents: Pick<Agents, 'list'>
}

interface SearchedConversations extends ConversationFilter, Range {
  readonly agentId?: string | undefined
  readonly named?: string | undefined
}

export function createStory({
  record,
  folds,
  sessionId,
  isLive,
  console,
  chat,
  pending,
  agents,
}: StoryDeps): EngineClient['story'] {
  const { conversations } = record

  /** Conversations hidden by the user are shown in their session. */
  const withNotes = () => {
    const notes = new Map((isLive() ? chat.contexts() : []).map((note) => [noteKey(note), note]))
    const isForgotten = (contextId: string, agentId: string) =>
      notes.get(noteKey({ agentId, contextId }))?.forgotten ||
      (isLive() && pending.hides({ kind: 'context', agentId, contextId }))
    const nameOf = ({ agentId, contextId = '' }: { agentId: string; contextId?: string | undefined }) =>
      notes.get(noteKey({ agentId, contextId }))?.name
    return { sessionId, isForgotten, nameOf }
  }
  const search = ({ named = '', ...query }: SearchedConversations) => {
    const listed = isLive() ? new Set(agents.list().map(({ id }) => id)) : undefined
    const matches = (agentId: string, title: () => string) =>
      listed?.has(agentId) !== false &&
      !pending.hides({ kind: 'agent', agentId }) &&
      (named === '' || hasEveryWord(title(), named))
    return conversations.search({ ...withNotes(), matches, ...query })
  }

  return createStoryApi({
    ...folds,
    choose: (agentId, choice) =>
      choice.kind === 'newest'
        ? // A stored session can't be continued, so conversations of other clients are shown, too.
          conversations.newest({
            ...withNotes(),
            agentId,
            after: choice.after,
            orOthers: !isLive(),
          })
        : resolveChat(agentId, choice),
    latest: record.latest,
    conversations: async ({ agentId, named, ...query }) => ({
      ...(agentId === undefined || named !== undefined
        ? await search({ agentId, named, ...query })
        : conversations.page({ ...withNotes(), agentId, ...query })),
      version: conversations.version(),
    }),
    tasks: (agentId) => conversations.tasks({ agentId, sessionId, limit: 100 }),
    calls: ({ filter, ...range }) => console.exchanges({ filter: `kind:webhook ${filter}`, ...range }),
    async exchange(exchangeId) {
      try {
        return (await console.exchange({ exchangeId })).row
      } catch {
        // It may have been deleted with its session.
        return undefined
      }
    },
    workingText: (agentId) => memberOf(chat.workingTexts(), agentId),
  })

  /** Resolves a chat or an exchange to its context, once there is one. */
  function resolveChat(
    agentId: string,
    { contextId, chatId, exchangeId }: ConversationRef,
  ): ConversationRef | undefined {
    if (contextId !== undefined) return { contextId }
    if (chatId !== undefined) return conversations.ofChat(agentId, chatId, sessionId)?.ref
    return exchangeId === undefined ? undefined : conversations.ofExchange(exchangeId, sessionId)?.ref
  }
}

function noteKey({ agentId, contextId }: { readonly agentId: string; readonly contextId: string }): string {
  return `${agentId} ${contextId}`
}
