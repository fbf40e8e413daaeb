// Conversations as windows see them: folded when somebody first asks and kept while they are looked at. Nothing here is on the way of
// a stream to the record.

import { randomUUID } from 'node:crypto'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ConversationRef } from '#shared/contract/story.ts'
import { answerStory } from '#shared/story/answer-story.ts'
import type { ChatStore } from '../chat-memory.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'
import { type FollowedConversation, followConversation } from './follow-conversation.ts'
import { createFollowed } from './followed.ts'

interface StoryDeps {
  readonly record: SessionRecord
  /** Only this session's. */
  readonly sessionId?: string | undefined
  readonly console: Pick<EngineClient['console'], 'exchanges' | 'exchange'>
  readonly chat: Pick<ChatStore, 'contexts' | 'workingTexts'>
}

/** Conversations kept folded: those that are looked at, and a few looked at before. */
const mostKept = 32
/** What a window waits for the first rows of a long conversation, before it is shown how far the reading is. */
const firstLookMs = 100

export function createStory({ record, sessionId, console, chat }: StoryDeps): EngineClient['story'] {
  const { conversations } = record
  const farSecret = randomUUID()
  const kept = new Map<string, FollowedConversation>()
  let deletions = record.deletions()

  const bodies = (hash: string) => textBehind(record, hash, farSecret)
  const told = (agentId: string, ref: ConversationRef): FollowedConversation => {
    if (record.deletions() !== deletions) kept.clear()
    deletions = record.deletions()
    const key = JSON.stringify([agentId, ref.contextId, ref.exchangeId])
    const known = kept.get(key) ?? followConversation(record, { agentId, ref, sessionId }, bodies)
    kept.delete(key)
    kept.set(key, known)
    const oldest = kept.keys().next()
    if (kept.size > mostKept && !oldest.done) kept.delete(oldest.value)
    return known
  }
  const among = (found: { readonly agentId: string; readonly ref: ConversationRef } | undefined) =>
    found && told(found.agentId, found.ref)
  /** A session has none that its user put out of sight. */
  const ofAgent = (agentId: string) => {
    const notes = sessionId === undefined ? chat.contexts() : []
    const forgotten = new Set(
      notes.flatMap((note) => (note.agentId === agentId && note.forgotten ? note.contextId : [])),
    )
    return { agentId, sessionId, isForgotten: (contextId: string) => forgotten.has(contextId) }
  }

  return answerStory<FollowedConversation>({
    choose: (agentId, choice) =>
      choice.kind === 'newest'
        ? // Where nothing can be said, there is nothing better to show than what others said.
          conversations.newest({
            ...ofAgent(agentId),
            after: choice.after,
            orOthers: sessionId !== undefined,
          })
        : known(choice),
    told,
    ofTask: (task) => among(conversations.ofTask(task, sessionId)),
    ofExchange: (exchangeId) => among(conversations.ofExchange(exchangeId, sessionId)),
    async caughtUp(followed) {
      await Promise.all(followed.map((one) => one.catchUp(firstLookMs)))
    },
    followed: createFollowed(record),
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
    workingText: (agentId) => chat.workingTexts()[agentId],
    farSecret,
  })

  /** An exchange of which the context is known by now stands for that. */
  function known({ contextId, exchangeId }: ConversationRef): ConversationRef | undefined {
    if (contextId !== undefined) return { contextId }
    return exchangeId === undefined ? undefined : conversations.ofExchange(exchangeId, sessionId)?.ref
  }
}
