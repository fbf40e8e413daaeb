// The folds of conversations, for all who read them: made when somebody first asks and kept while they are looked at. Nothing here is on
// the way of a stream to the record.

import { randomUUID } from 'node:crypto'
import type { Stories } from '#shared/story/answer-story.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'
import { type FollowedConversation, followConversation } from './follow-conversation.ts'
import { createFollowed } from './followed.ts'

export type ConversationFolds = Pick<
  Stories<FollowedConversation>,
  'told' | 'ofTask' | 'ofExchange' | 'caughtUp' | 'followed' | 'farSecret'
>

/** Conversations kept as they are drawn; another is folded again when it is looked at. */
const maxFoldedConversations = 32
/** What a window waits for the first rows of a long conversation, before it is shown how far the reading is. */
const firstLookMs = 100

/** Of all of the record, or of one session. */
export function createConversationFolds(record: SessionRecord, sessionId?: string): ConversationFolds {
  const { conversations } = record
  const farSecret = randomUUID()
  const kept = new Map<string, FollowedConversation>()
  let deletions = record.deletions()

  const bodies = (hash: string) => textBehind(record, hash, farSecret)
  const told: ConversationFolds['told'] = (agentId, ref) => {
    if (record.deletions() !== deletions) kept.clear()
    deletions = record.deletions()
    const key = JSON.stringify([agentId, ref.contextId, ref.exchangeId])
    const known =
      kept.get(key) ?? followConversation(record, { agentId, ref, sessionId }, { bodies, farSecret })
    kept.delete(key)
    kept.set(key, known)
    const oldest = kept.keys().next()
    if (kept.size > maxFoldedConversations && !oldest.done) kept.delete(oldest.value)
    return known
  }
  const among = (found: ReturnType<typeof conversations.ofExchange>) =>
    found && told(found.agentId, found.ref)

  return {
    told,
    ofTask: (task) => among(conversations.ofTask(task, sessionId)),
    ofExchange: (exchangeId) => among(conversations.ofExchange(exchangeId, sessionId)),
    async caughtUp(followed, withinMs = firstLookMs) {
      await Promise.all(followed.map((one) => one.catchUp(withinMs)))
    },
    followed: createFollowed(record),
    farSecret,
  }
}
