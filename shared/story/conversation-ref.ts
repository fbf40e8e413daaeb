// What a conversation is called by: the agent's context where it named one, else the chat, else the exchange it began with.

import type { ConversationRef } from '../contract/story.ts'

/** Its context, else its chat, else its first exchange. */
export function refOf({ contextId, chatId, exchangeId }: ConversationRef): ConversationRef {
  if (contextId !== undefined) return { contextId }
  return chatId === undefined ? { exchangeId } : { chatId }
}

/** Among all conversations with an agent. */
export function conversationIdOf({ contextId, chatId, exchangeId }: ConversationRef): string {
  if (contextId !== undefined) return `c${contextId}`
  return chatId === undefined ? `x${exchangeId ?? ''}` : `h${chatId}`
}

export interface ConversationFilter {
  /** Those of others as well. */
  readonly others: boolean
  /** Only those that began after this entry, and not in a chat of a window. */
  readonly startedElsewhereAfter?: number | undefined
}

interface Started {
  readonly isOurs: boolean
  readonly startedSeq: number
  readonly chatId?: string | undefined
}

export function isListed(
  { isOurs, startedSeq, chatId }: Started,
  { others, startedElsewhereAfter: after }: ConversationFilter,
): boolean {
  if (!others && !isOurs) return false
  return after === undefined || (startedSeq > after && chatId === undefined)
}
