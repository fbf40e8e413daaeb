// A conversation is identified by the agent's context where it named one, else by the chat, else by the exchange that began it.

import type { ConversationRef } from '../contract/story.ts'

export function refOf({ contextId, chatId, exchangeId }: ConversationRef): ConversationRef {
  if (contextId !== undefined) return { contextId }
  return chatId === undefined ? { exchangeId } : { chatId }
}

/** Unique among the conversations with one agent. */
export function conversationIdOf({ contextId, chatId, exchangeId }: ConversationRef): string {
  if (contextId !== undefined) return `c${contextId}`
  return chatId === undefined ? `x${exchangeId ?? ''}` : `h${chatId}`
}

export interface ConversationFilter {
  /** Include conversations of other clients. */
  readonly others: boolean
  /** Only conversations that began after this entry, and not in a chat of a window. */
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
