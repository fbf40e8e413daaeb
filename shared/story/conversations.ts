// Conversations: the messages of the user and the agent and the tasks they led to, grouped by the agent's context. A first
// message has no context until the agent answers, so a conversation begins under its exchange and gets its context id later.
// What is sent from one chat stays together, whatever contexts the agent names, unless it names the context of another
// conversation. Context ids of different agents are kept apart.

import type { Message } from '../a2a/model.ts'
import { createListBuilder } from '../collections/list.ts'
import { Conversation, type ConversationHooks } from './conversation.ts'
import type { MessageState } from './message-index.ts'
import type { Place } from './sightings.ts'
import type { ConversationView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

interface ConversationHint {
  readonly agentId: string
  readonly contextId?: string | undefined
  readonly task?: TaskFold | undefined
  /** For a sent message: the window's chat, or the exchange that began a chat without an id. */
  readonly chatId?: string | undefined
}

interface Begun {
  message: MessageState
  conversation: Conversation
}

export class ConversationFold {
  readonly #all: Conversation[] = []
  readonly #changed = new Set<Conversation>()
  readonly #views = createListBuilder<ConversationView>()
  readonly #index = new ConversationIndex()
  readonly #byTask = new Map<TaskFold, Conversation>()
  readonly #byExchange = new Map<string, Begun>()
  #messageKeys = 0
  readonly #hooks: ConversationHooks = {
    nextMessageKey: () => this.#messageKeys++,
    onChange: (conversation) => this.#changed.add(conversation),
  }

  /** The user's message, as the request carried it. */
  sent(message: Message, hint: ConversationHint, place: Place) {
    const conversation = this.#find(hint, place)
    const { agentId, chatId } = hint
    if (chatId !== undefined) conversation.fromChat(chatId)
    if (chatId !== undefined || conversation.contextId() === undefined)
      this.#index.addChat(conversation, agentId, chatId ?? place.sighting.exchangeId)
    const state = conversation.sent(message, place, hint.task)
    this.#byExchange.set(place.sighting.exchangeId, { message: state, conversation })
  }

  /** The conversation of an update: by its task, else its context, else its exchange. */
  placeOf(hint: ConversationHint, place: Place): Conversation {
    const conversation = this.#find(hint, place)
    const { task } = hint
    if (!task || this.#byTask.get(task) === conversation) return conversation
    this.#byTask.set(task, conversation)
    task.placed(conversation.id, conversation.contextId())
    return conversation
  }

  /** The user's message on this exchange led to this task. */
  answered(exchangeId: string, task: TaskFold) {
    const begun = this.#byExchange.get(exchangeId)
    if (!begun) return
    const there = this.#byTask.get(task)
    if (there && there !== begun.conversation) {
      // The task was reported before its answer arrived: by a webhook call, or after a call of another client.
      if (begun.conversation.contextId() === undefined) this.#merge(begun.conversation, there)
      else move(begun, there)
    }
    begun.conversation.link(begun.message, task)
  }

  exchangeEnded(exchangeId: string) {
    this.#byExchange.delete(exchangeId)
  }

  /** Whether the task is in a conversation. */
  readonly has = (task: TaskFold) => this.#byTask.has(task)
  readonly view = (id: string) => this.#all[Number(id.slice(1)) - 1]?.view()

  list() {
    for (const conversation of this.#changed) this.#views.set(conversation.index, conversation.view())
    this.#changed.clear()
    return this.#views.freeze()
  }

  #create(agentId: string, place: Place): Conversation {
    const identity = { id: `c${this.#all.length + 1}`, index: this.#all.length, agentId }
    const conversation = new Conversation(identity, place, this.#hooks)
    this.#all.push(conversation)
    this.#views.push(conversation.view())
    return conversation
  }

  #take(conversation: Conversation, agentId: string, contextId: string): Conversation {
    conversation.take(contextId)
    this.#index.addContext(conversation, agentId, contextId)
    for (const task of conversation.tasks()) task.placed(conversation.id, contextId)
    return conversation
  }

  #merge(from: Conversation, into: Conversation): Conversation {
    for (const task of from.tasks()) {
      this.#byTask.set(task, into)
      task.placed(into.id, into.contextId())
    }
    from.mergeInto(into)
    this.#index.merged(from, into)
    for (const begun of this.#byExchange.values()) if (begun.conversation === from) move(begun, into)
    return into
  }

  /** Only a conversation that has no context yet can turn out to be another one. */
  #withContext(
    own: Conversation | undefined,
    agentId: string,
    contextId: string,
    place: Place,
  ): Conversation {
    if (own?.contextId() !== undefined) return own
    const other = this.#index.ofContext(agentId, contextId)
    if (own === undefined) return other ?? this.#take(this.#create(agentId, place), agentId, contextId)
    return other && other !== own ? this.#merge(own, other) : this.#take(own, agentId, contextId)
  }

  #find({ agentId, contextId, task, chatId }: ConversationHint, place: Place): Conversation {
    const ofTask = task && this.#byTask.get(task)
    if (ofTask) return contextId ? this.#withContext(ofTask, agentId, contextId, place) : ofTask
    const begun = this.#byExchange.get(place.sighting.exchangeId)
    const open =
      begun?.conversation ?? (chatId === undefined ? undefined : this.#index.ofChat(agentId, chatId))
    if (!contextId) return open ?? this.#create(agentId, place)
    const elsewhere = open?.contextId() !== undefined && open.contextId() !== contextId
    if (!elsewhere) return this.#withContext(open, agentId, contextId, place)
    const same = this.#index.goOn(open, agentId, contextId)
    if (same) return same
    // The agent chose another context: the user's message is shown there, too.
    const conversation = this.#withContext(undefined, agentId, contextId, place)
    if (begun) move(begun, conversation)
    return conversation
  }
}

function move(begun: Begun, into: Conversation): void {
  begun.message = into.carry(begun.message)
  begun.conversation = into
}

// Finds conversations by the contexts of each agent and by the chats of windows.

class ConversationIndex {
  readonly #byContext = new Map<string, Conversation>()
  /** For webhook calls without a registration, whose agent is unknown. */
  readonly #byContextAlone = new Map<string, Conversation>()
  readonly #byChat = new Map<string, Conversation>()
  readonly #mergedInto = new Map<Conversation, Conversation>()

  ofContext(agentId: string, contextId: string): Conversation | undefined {
    return (
      this.#byContext.get(keyOf(agentId, contextId)) ??
      (agentId === '' ? this.#byContextAlone.get(contextId) : this.#byContext.get(keyOf('', contextId)))
    )
  }

  ofChat(agentId: string, chatId: string): Conversation | undefined {
    let conversation = this.#byChat.get(keyOf(agentId, chatId))
    for (let into = conversation; into; into = this.#mergedInto.get(into)) conversation = into
    return conversation
  }

  addContext(conversation: Conversation, agentId: string, contextId: string) {
    this.#byContext.set(keyOf(agentId, contextId), conversation)
    this.#byContextAlone.set(contextId, conversation)
  }

  /** A chat stays with the conversation it began. */
  addChat(conversation: Conversation, agentId: string, chatId: string) {
    const key = keyOf(agentId, chatId)
    if (!this.#byChat.has(key)) this.#byChat.set(key, conversation)
  }

  /** A chat that has a context goes on where the agent names another one, unless that is another conversation's. */
  goOn(chat: Conversation | undefined, agentId: string, contextId: string): Conversation | undefined {
    if (chat?.contextId() === undefined || chat.chatId() === undefined) return undefined
    if ((this.ofContext(agentId, contextId) ?? chat) !== chat) return undefined
    this.#byContext.set(keyOf(agentId, contextId), chat)
    chat.answeredIn(contextId)
    return chat
  }

  readonly merged = (from: Conversation, into: Conversation) => void this.#mergedInto.set(from, into)
}

function keyOf(agentId: string, name: string): string {
  return `${agentId} ${name}`
}
