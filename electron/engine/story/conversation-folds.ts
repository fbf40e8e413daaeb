// The folds of conversations, for all who read them: made when somebody first asks and kept while they are looked at. Nothing here is on
// the way of a stream to the record.

import { randomUUID } from 'node:crypto'
import { createLatest } from '#shared/collections/latest.ts'
import { defined } from '#shared/defined.ts'
import { conversationIdOf } from '#shared/story/conversation-ref.ts'
import type { Stories, Versioned, Wait, WaitOptions } from '#shared/story/stories.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'
import { type FollowedConversation, followConversation } from './follow-conversation.ts'

export type ConversationFolds = Pick<
  Stories<FollowedConversation>,
  'told' | 'ofTask' | 'ofExchange' | 'caughtUp' | 'followed' | 'farSecret'
>

// Conversations kept as they are drawn; another is folded again when it is looked at.
const maxFoldedConversations = 32
/** What a window waits for the first rows of a long conversation, before it is shown how far the reading is. */
const firstLookMs = 100

/** Of all of the record, or of one session. */
export function createConversationFolds(record: SessionRecord, sessionId?: string): ConversationFolds {
  const { conversations } = record
  const farSecret = randomUUID()
  const kept = createLatest<string, FollowedConversation>(maxFoldedConversations)
  let deletions = record.deletions()

  const bodies = (hash: string) => textBehind(record, hash, farSecret)
  const told: ConversationFolds['told'] = (agentId, ref) => {
    if (record.deletions() !== deletions) kept.clear()
    deletions = record.deletions()
    const key = `${agentId} ${conversationIdOf(ref)}`
    return kept.of(key, () => followConversation(record, { agentId, ref, sessionId }, { bodies, farSecret }))
  }
  const among = (found: ReturnType<typeof conversations.ofExchange>) =>
    found && told(found.agentId, found.ref)

  return {
    told,
    ofTask: (task) => among(conversations.ofTask(task, sessionId)),
    ofExchange: (exchangeId) => among(conversations.ofExchange(exchangeId, sessionId)),
    async caughtUp(followed, withinMs = firstLookMs) {
      await Promise.all([...new Set(followed)].map((one) => one?.catchUp(withinMs)))
    },
    followed: createFollowed(record),
    farSecret,
  }
}

/** Answers who waits for another version of something that grows with the record. */
function createFollowed(record: SessionRecord) {
  return async <Answer extends Versioned>(
    { seen, waitMs = 0 }: Wait,
    options: WaitOptions,
    look: () => Promise<Answer>,
  ): Promise<Answer & { readonly waitedMs: number }> => {
    const { signal } = options ?? {}
    const deadline = performance.now() + waitMs
    let waitedMs = 0
    for (;;) {
      const latest = record.latest()
      const answer = await look()
      const began = performance.now()
      const isBehind = (answer.progress ?? 1) < 1
      if (answer.version !== seen || began >= deadline || signal?.aborted) return { ...answer, waitedMs }
      if (isBehind) continue
      const { next } = await record.read({
        after: latest,
        limit: 1,
        waitMs: deadline - began,
        ...defined({ signal }),
      })
      waitedMs += performance.now() - began
      // Nothing: the time is up, or the record is closed and nothing will ever come.
      if (next === latest) return { ...answer, waitedMs }
    }
  }
}
