// The names by which conversations are found: the contexts of each agent, and the chats of windows.

import type { Conversation } from './conversation.ts'

export function createConversationIndex() {
  const byContext = new Map<string, Conversation>()
  /** For what comes without its agent's name: a webhook call nobody registered. */
  const byContextAlone = new Map<string, Conversation>()
  const byChat = new Map<string, Conversation>()
  const mergedInto = new Map<Conversation, Conversation>()

  const ofContext = (agentId: string, contextId: string): Conversation | undefined =>
    byContext.get(keyOf(agentId, contextId)) ??
    (agentId === '' ? byContextAlone.get(contextId) : byContext.get(keyOf('', contextId)))

  return {
    ofContext,
    ofChat(agentId: string, chatId: string): Conversation | undefined {
      let conversation = byChat.get(keyOf(agentId, chatId))
      for (let into = conversation; into; into = mergedInto.get(into)) conversation = into
      return conversation
    },
    addContext(conversation: Conversation, agentId: string, contextId: string) {
      byContext.set(keyOf(agentId, contextId), conversation)
      byContextAlone.set(contextId, conversation)
    },
    /** A chat stays with the conversation it began. */
    addChat(conversation: Conversation, agentId: string, chatId: string) {
      const key = keyOf(agentId, chatId)
      if (!byChat.has(key)) byChat.set(key, conversation)
    },
    /** A chat that has a context goes on where the agent names another one, unless that is another conversation's. */
    goOn(chat: Conversation | undefined, agentId: string, contextId: string): Conversation | undefined {
      if (chat?.contextId() === undefined || chat.chatId() === undefined) return undefined
      if ((ofContext(agentId, contextId) ?? chat) !== chat) return undefined
      byContext.set(keyOf(agentId, contextId), chat)
      chat.answeredIn(contextId)
      return chat
    },
    merged: (from: Conversation, into: Conversation) => void mergedInto.set(from, into),
  }
}

function keyOf(agentId: string, name: string): string {
  return `${agentId} ${name}`
}
