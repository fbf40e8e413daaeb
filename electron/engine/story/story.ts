// Conversations as windows see them.

import type { EngineClient } from '#shared/contract/contract.ts'
import type { ConversationRef } from '#shared/contract/story.ts'
import { answerStory } from '#shared/story/answer-story.ts'
import type { ChatStore } from '../chat-memory.ts'
import { ownMember } from '../own-member.ts'
import type { PendingRemovals } from '../pending-removals.ts'
import type { SessionRecord } from '../store/record.ts'
import type { ConversationFolds } from './conversation-folds.ts'

interface StoryDeps {
  readonly record: SessionRecord
  readonly folds: ConversationFolds
  /** Only this session's. */
  readonly sessionId?: string | undefined
  /** Something can be said. */
  readonly isLive: () => boolean
  readonly console: Pick<EngineClient['console'], 'exchanges' | 'exchange'>
  readonly chat: Pick<ChatStore, 'contexts' | 'workingTexts'>
  readonly pending: Pick<PendingRemovals, 'hides'>
}

export function createStory({
  record,
  folds,
  sessionId,
  isLive,
  console,
  chat,
  pending,
}: StoryDeps): EngineClient['story'] {
  const { conversations } = record

  /** A session has none that its user put out of sight. */
  const ofAgent = (agentId: string) => {
    const notes = isLive() ? chat.contexts() : []
    const forgotten = new Set(
      notes.flatMap((note) => (note.agentId === agentId && note.forgotten ? note.contextId : [])),
    )
    const isPending = (contextId: string) =>
      isLive() && pending.hides({ kind: 'context', agentId, contextId })
    const isForgotten = (contextId: string) => forgotten.has(contextId) || isPending(contextId)
    return { agentId, sessionId, isForgotten }
  }

  return answerStory({
    ...folds,
    choose: (agentId, choice) =>
      choice.kind === 'newest'
        ? // Where nothing can be said, there is nothing better to show than what others said.
          conversations.newest({
            ...ofAgent(agentId),
            after: choice.after,
            orOthers: !isLive(),
          })
        : known(agentId, choice),
    latest: record.latest,
    conversations: ({ agentId, ...query }) => ({
      ...conversations.page({ ...ofAgent(agentId), ...query }),
      version: conversations.version(),
      progress: conversations.progress(),
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
    workingText: (agentId) => ownMember(chat.workingTexts(), agentId),
  })

  /** A chat or an exchange of which the context is known by now stands for that. */
  function known(
    agentId: string,
    { contextId, chatId, exchangeId }: ConversationRef,
  ): ConversationRef | undefined {
    if (contextId !== undefined) return { contextId }
    if (chatId !== undefined) return conversations.ofChat(agentId, chatId, sessionId)?.ref
    return exchangeId === undefined ? undefined : conversations.ofExchange(exchangeId, sessionId)?.ref
  }
}
