// Conversations: the user's and the agent's messages, and the tasks they led to, by the context the agent put them in.
// A first message has no context until the agent answers, so a conversation begins under its exchange and takes the
// context id when it is learned. What is sent from one chat stays together, whatever contexts the agent names, unless it names one that
// is another conversation's. Context ids of different agents are kept apart.

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
  /** Of what is sent: a chat of a window, or the exchange that one without an id began with. */
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
  /** Only a conversation that has no context yet can turn out to be another one. */
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
    // The agent answers in a context of its own choice: what was asked is shown there as well.
    const conversation = withContext(undefined, agentId, contextId, place)
    if (begun) move(begun, conversation)
    return conversation
  }

  return {
    /** The user's message, as the request carried it. */
    sent(message: Message, changedConversation: ChangedConversation, place: Place) {
      const conversation = find(changedConversation, place)
      const { agentId, chatId } = changedConversation
      if (chatId !== undefined) conversation.fromChat(chatId)
      if (chatId !== undefined || conversation.contextId() === undefined)
        index.addChat(conversation, agentId, chatId ?? place.sighting.exchangeId)
      const state = conversation.sent(message, place, changedConversation.task)
      byExchange.set(place.sighting.exchangeId, { message: state, conversation })
    },
    /** The conversation something belongs to: by its task, else its context, else the exchange that brought it. */
    placeOf(changedConversation: ChangedConversation, place: Place): Conversation {
      const conversation = find(changedConversation, place)
      const { task } = changedConversation
      if (!task || byTask.get(task) === conversation) return conversation
      byTask.set(task, conversation)
      task.placed(conversation.id, conversation.contextId())
      return conversation
    },
    /** The user's message on this exchange led to this task. */
    answered(exchangeId: string, task: TaskFold) {
      const begun = byExchange.get(exchangeId)
      if (!begun) return
      const there = byTask.get(task)
      if (there && there !== begun.conversation) {
        // The task was heard of before its answer arrived, by a push or another client's doing.
        if (begun.conversation.contextId() === undefined) merge(begun.conversation, there)
        else move(begun, there)
      }
      begun.conversation.link(begun.message, task)
    },
    exchangeEnded(exchangeId: string) {
      byExchange.delete(exchangeId)
    },
    /** Whether the task has its place already. */
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

// The names by which conversations are found: the contexts of each agent, and the chats of windows.

function createConversationIndex() {
  const byContext = new Map<string, Conversation>()
  /** For what arrives without its agent's name: a webhook call nobody registered. */
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
