// Conversations: the messages of the user and the agent and the tasks they led to, grouped by the agent's context. A first
// message has no context until the agent answers, so a conversation begins under its exchange and gets its context id later.
// What is sent from one chat stays together, whatever contexts the agent names, unless it names the context of another
// conversation. Context ids of different agents are kept apart.

import type { Message } from '../a2a/model.ts'
import { createListBuilder } from '../collections/list.ts'
import { type Conversation, type ConversationHooks, createConversation } from './conversation.ts'
import type { MessageState } from './message-index.ts'
import type { Place } from './sightings.ts'
import type { ConversationView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

interface ChangedConversation {
  readonly agentId: string
  readonly contextId?: string | undefined
  readonly task?: TaskFold | undefined
  /** For a sent message: the window's chat, or the exchange that began a chat without an id. */
  readonly chatId?: string | undefined
}

export type ConversationFold = ReturnType<typeof createConversationFold>

interface Begun {
  message: MessageState
  conversation: Conversation
}

export function createConversationFold() {
  const all: Conversation[] = []
  const changed = new Set<Conversation>()
  const views = createListBuilder<ConversationView>()
  const index = createConversationIndex()
  const byTask = new Map<TaskFold, Conversation>()
  const byExchange = new Map<string, Begun>()
  let messageKeys = 0

  const hooks: ConversationHooks = {
    nextMessageKey: () => messageKeys++,
    onChange: (conversation) => changed.add(conversation),
  }
  const create = (agentId: string, place: Place): Conversation => {
    const identity = { id: `c${all.length + 1}`, index: all.length, agentId }
    const conversation = createConversation(identity, place, hooks)
    all.push(conversation)
    views.push(conversation.view())
    return conversation
  }
  const take = (conversation: Conversation, agentId: string, contextId: string): Conversation => {
    conversation.take(contextId)
    index.addContext(conversation, agentId, contextId)
    for (const task of conversation.tasks()) task.placed(conversation.id, contextId)
    return conversation
  }
  const merge = (from: Conversation, into: Conversation): Conversation => {
    for (const task of from.tasks()) {
      byTask.set(task, into)
      task.placed(into.id, into.contextId())
    }
    from.mergeInto(into)
    index.merged(from, into)
    for (const begun of byExchange.values()) if (begun.conversation === from) move(begun, into)
    return into
  }
  /** Only a conversation without a context can turn out to be another one. */
  const withContext = (
    own: Conversation | undefined,
    agentId: string,
    contextId: string,
    place: Place,
  ): Conversation => {
    if (own?.contextId() !== undefined) return own
    const other = index.ofContext(agentId, contextId)
    if (own === undefined) return other ?? take(create(agentId, place), agentId, contextId)
    return other && other !== own ? merge(own, other) : take(own, agentId, contextId)
  }
  const find = ({ agentId, contextId, task, chatId }: ChangedConversation, place: Place): Conversation => {
    const ofTask = task && byTask.get(task)
    if (ofTask) return contextId ? withContext(ofTask, agentId, contextId, place) : ofTask
    const begun = byExchange.get(place.sighting.exchangeId)
    const open = begun?.conversation ?? (chatId === undefined ? undefined : index.ofChat(agentId, chatId))
    if (!contextId) return open ?? create(agentId, place)
    const elsewhere = open?.contextId() !== undefined && open.contextId() !== contextId
    if (!elsewhere) return withContext(open, agentId, contextId, place)
    const same = index.goOn(open, agentId, contextId)
    if (same) return same
    // The agent answers in a context of its choice: the user's message is shown there, too.
    const conversation = withContext(undefined, agentId, contextId, place)
    if (begun) move(begun, conversation)
    return conversation
  }

  return {
    /** A message of the user, as the request carried it. */
    sent(message: Message, changedConversation: ChangedConversation, place: Place) {
      const conversation = find(changedConversation, place)
      const { agentId, chatId } = changedConversation
      if (chatId !== undefined) conversation.fromChat(chatId)
      if (chatId !== undefined || conversation.contextId() === undefined)
        index.addChat(conversation, agentId, chatId ?? place.sighting.exchangeId)
      const state = conversation.sent(message, place, changedConversation.task)
      byExchange.set(place.sighting.exchangeId, { message: state, conversation })
    },
    /** The conversation of an update: that of its task, else of its context, else of its exchange. */
    placeOf(changedConversation: ChangedConversation, place: Place): Conversation {
      const conversation = find(changedConversation, place)
      const { task } = changedConversation
      if (!task || byTask.get(task) === conversation) return conversation
      byTask.set(task, conversation)
      task.placed(conversation.id, conversation.contextId())
      return conversation
    },
    /** Links the user's message of this exchange to the task it led to. */
    answered(exchangeId: string, task: TaskFold) {
      const begun = byExchange.get(exchangeId)
      if (!begun) return
      const there = byTask.get(task)
      if (there && there !== begun.conversation) {
        // A push or another client's request had reported the task before this answer arrived.
        if (begun.conversation.contextId() === undefined) merge(begun.conversation, there)
        else move(begun, there)
      }
      begun.conversation.link(begun.message, task)
    },
    exchangeEnded(exchangeId: string) {
      byExchange.delete(exchangeId)
    },
    /** Whether the task has a conversation. */
    has: (task: TaskFold) => byTask.has(task),
    view: (id: string) => all[Number(id.slice(1)) - 1]?.view(),
    list() {
      for (const conversation of changed) views.set(conversation.index, conversation.view())
      changed.clear()
      return views.freeze()
    },
  }
}

function move(begun: Begun, into: Conversation): void {
  begun.message = into.carry(begun.message)
  begun.conversation = into
}

// Finds conversations by the contexts of each agent and by the chats of windows.

function createConversationIndex() {
  const byContext = new Map<string, Conversation>()
  /** For updates without an agent: webhook calls without a registration. */
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
    /** A chat keeps the conversation it began. */
    addChat(conversation: Conversation, agentId: string, chatId: string) {
      const key = keyOf(agentId, chatId)
      if (!byChat.has(key)) byChat.set(key, conversation)
    },
    /** Where the agent names another context, a chat that has one continues, unless the new context belongs to another conversation. */
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
