// One conversation: its messages, its tasks, and both as items in the order of the record.

import type { Message } from '../a2a/model.ts'
import { appended, createListBuilder, emptyList } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { isSame, partsIn } from './duplicate-message.ts'
import {
  type IndexedMessage,
  isOwn,
  type MessageState,
  messageKey,
  ownOf,
  piecesOf,
  type Whose,
} from './message-index.ts'
import { MessageStates } from './message-states.ts'
import type { Place, Sighting } from './sightings.ts'
import type { ConversationView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

interface ConversationIdentity {
  readonly id: string
  readonly index: number
  readonly agentId: string
}

export interface ConversationHooks {
  readonly nextMessageKey: () => number
  readonly onChange: (conversation: Conversation) => void
}

export class Conversation {
  readonly id: string
  readonly index: number
  readonly #agentId: string
  readonly #begun: Sighting
  readonly #onChange: ConversationHooks['onChange']
  readonly #messages: MessageStates
  /** The entry each of them began with. */
  readonly #tasks = new Map<TaskFold, number>()
  #taskKeys = createListBuilder<string>()
  /** Messages of histories that were recognised. */
  readonly #confirmed = new Set<number>()
  #contextId: string | undefined
  #latestContextId: string | undefined
  #chatId: string | undefined
  #mergedInto: string | undefined
  #isOurs = false
  #lastAt: number
  #cached: ConversationView | undefined

  constructor(identity: ConversationIdentity, { sighting }: Place, hooks: ConversationHooks) {
    this.id = identity.id
    this.index = identity.index
    this.#agentId = identity.agentId
    this.#begun = sighting
    this.#lastAt = sighting.at
    this.#onChange = hooks.onChange
    this.#messages = new MessageStates({
      tasks: () => this.#tasks.keys(),
      nextKey: hooks.nextMessageKey,
      changed: () => this.#changed(),
    })
  }

  readonly contextId = () => this.#contextId

  take(contextId: string) {
    this.#contextId = contextId
    this.#changed()
  }

  /** The chat that its messages are sent from: the first, where it was from several. */
  readonly chatId = () => this.#chatId

  fromChat(chatId: string) {
    if (this.#chatId !== undefined) return
    this.#chatId = chatId
    this.#changed()
  }

  /** The agent named a context other than the conversation's own. */
  answeredIn(contextId: string) {
    this.#latestContextId = contextId
    this.#changed()
  }

  /** A message of the user. */
  sent(message: Message, where: Place, task: TaskFold | undefined): MessageState {
    this.#touch(where)
    const key = messageKey(message)
    const same = message.messageId === '' ? undefined : this.#messages.index.own(key)
    if (!same) return this.#messages.add({ message, key, origin: 'sent', task }, where)
    this.#attach(same, where, task)
    return same
  }

  /** A message of the agent; with `isReported` it arrived in the middle of a task, and is shown there. */
  direct(message: Message, where: Place, task: TaskFold | undefined, isReported: boolean) {
    this.#touch(where)
    if (this.#grow(message, where)) return
    const { index } = this.#messages
    index.recall()
    const key = messageKey(message)
    const same = message.messageId === '' ? undefined : index.latest(key)
    if (same) this.#attach(same, where, task)
    else this.#messages.add({ message, key, origin: 'direct', task, isReported }, where)
  }

  /** A message that arrived with a state is shown in its task. */
  withState(message: Message, where: Place, task: TaskFold) {
    this.#touch(where)
    const same = this.#messages.index.ofId(message.messageId)
    if (same?.key === messageKey(message)) this.link(same, task)
  }

  /**
   * A task's history as the agent stores it. Messages that the conversation has already, in whatever form, are marked as
   * confirmed. The others belong to the task, except those that led to a task which is new here.
   */
  history(messages: readonly Message[], where: Place, task: TaskFold, isFulfilled: boolean) {
    this.#touch(where)
    const { index } = this.#messages
    index.recall()
    const counts = new Map<number, number>()
    const newestSent = messages.findLastIndex(({ role }) => role === 'user')
    for (const [place, message] of messages.entries()) {
      // What follows the newest request is this task's: another task may have sent the same before.
      const isOfTask = message.role !== 'user' && place > newestSent
      if (isOfTask) this.addTask(task, where.sighting.seq)
      const key = messageKey(message)
      if (this.#confirmed.has(key)) continue
      const hasId = message.messageId !== ''
      const nth = counts.get(key) ?? 0
      if (!hasId) counts.set(key, nth + 1)
      const whose: Whose = isOfTask ? ownOf(task, where) : () => true
      const same = index.recognised(message, key, nth, whose)
      if (same) {
        this.#confirm(same)
        this.link(same, task)
      }
      const by = isOfTask ? [task] : this.#tasks.keys()
      const isReported = isFulfilled || isOfTask
      if (hasId && (same || this.#isRepeated(message, by, whose))) this.#confirmed.add(key)
      else if (!same) this.#messages.add({ message, key, origin: 'history', task, isReported, place }, where)
    }
  }

  /** Adds a message of another conversation, unless this one has it; returns the message that is here now. */
  readonly carry = (state: MessageState) => this.#messages.carry(state)

  link(state: IndexedMessage, task: TaskFold) {
    this.#messages.link(state, task)
  }

  /** `seq`: the entry it began with. */
  addTask(task: TaskFold, seq: number) {
    if (this.#tasks.has(task)) return
    this.#tasks.set(task, seq)
    this.#taskKeys.push(task.key)
    this.#messages.items.place({ kind: 'task', taskKey: task.key }, seq)
    this.#changed()
  }

  /** Moves everything to the conversation that it is part of. */
  mergeInto(other: Conversation) {
    for (const state of this.#messages.all.values()) other.carry(state)
    for (const [task, seq] of this.#tasks) other.addTask(task, seq)
    if (this.#chatId !== undefined) other.fromChat(this.#chatId)
    this.#messages.clear()
    this.#tasks.clear()
    this.#taskKeys = createListBuilder()
    this.#mergedInto = other.id
    this.#changed()
  }

  readonly tasks = (): readonly TaskFold[] => [...this.#tasks.keys()]

  view(): ConversationView {
    this.#cached ??= {
      id: this.id,
      ...defined({ contextId: this.#contextId, latestContextId: this.#latestContextId }),
      ...defined({ chatId: this.#chatId, agentId: this.#agentId || undefined }),
      ...defined({ mergedInto: this.#mergedInto }),
      isOurs: this.#isOurs,
      items: this.#messages.items.list(),
      tasks: this.#taskKeys.freeze(),
      startedSeq: this.#begun.seq,
      startedAt: this.#begun.at,
      lastAt: this.#lastAt,
    }
    return this.#cached
  }

  #changed() {
    this.#cached = undefined
    this.#onChange(this)
  }

  /** What is only looked up changes nothing. */
  #touch({ sighting: { source, at } }: Place) {
    if (source === 'poll') return
    if (source !== 'push') this.#isOurs = true
    this.#lastAt = at
    this.#changed()
  }

  #attach(state: IndexedMessage, where: Place, task: TaskFold | undefined) {
    this.#messages.see(state, where)
    if (task) this.link(state, task)
  }

  /** Adds a piece of a message that its stream reports in pieces; false where the message is none. */
  #grow(message: Message, where: Place): boolean {
    const { index, grown } = this.#messages
    const state = index.ofId(message.messageId)
    if (!isOfStream(state, where)) return false
    const { more = emptyList } = state.view
    // Many agents end by repeating the whole message.
    if (more.length > 0 && isSame(message.parts, partsIn(piecesOf(state.view)))) {
      this.#messages.see(state, where)
      return true
    }
    const { exchangeId, seq } = where.sighting
    const piece = { parts: message.parts, place: { exchangeId, seq } }
    this.#messages.change(state, { ...state.view, more: appended(more, piece) })
    if (state.view.isReported) state.task?.extendText(message, where.sighting)
    grown.add(state)
    return true
  }

  /** A history of its task shows it. */
  #confirm(state: IndexedMessage) {
    if (!isOwn(state)) state.inHistory = true
    else if (!state.view.inHistory) this.#messages.change(state, { ...state.view, inHistory: true })
  }

  #isRepeated({ role, parts }: Message, by: Iterable<TaskFold>, whose: Whose): boolean {
    if (role === 'user' || parts.length === 0) return false
    if ([...by].some((task) => task.hasParts(parts))) return true
    const grown = [...this.#messages.grown]
    return grown.some((state) => whose(state) && isSame(parts, partsIn(piecesOf(state.view))))
  }
}

/** A direct answer that the same stream may extend. */
function isOfStream(state: MessageState | undefined, { sighting }: Place): state is MessageState {
  const { source, exchangeId } = sighting
  return state?.view.origin === 'direct' && source === 'stream' && state.view.first.exchangeId === exchangeId
}
