// The messages of one conversation: each is shown in it, or in its task, at its first sighting.

import type { Message } from '../a2a/model.ts'
import { createListBuilder, emptyList, slice } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { type IndexedMessage, isOwn, MessageIndex, type MessageState } from './message-index.ts'
import { addSighting, bothSeen, type Place } from './sightings.ts'
import type { ConversationItem, MessageOrigin, MessageView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

interface News {
  readonly message: Message
  readonly key: number
  readonly origin: MessageOrigin
  readonly task: TaskFold | undefined
  /** Shown in its task. */
  readonly isReported?: boolean
  /** Position in the task's history. */
  readonly place?: number
}

export interface StatesHooks {
  tasks(): Iterable<TaskFold>
  nextKey(): number
  changed(): void
}

export class MessageStates {
  readonly #hooks: StatesHooks
  readonly all = new Map<number, MessageState>()
  readonly index: MessageIndex
  readonly items = new OrderedItems<MessageState>()
  /** Those that arrived in pieces. */
  readonly grown = new Set<MessageState>()
  /** By message of another conversation: the same message in this one. */
  readonly #twins = new Map<MessageState, MessageState>()

  constructor(hooks: StatesHooks) {
    this.#hooks = hooks
    this.index = new MessageIndex(hooks.tasks)
  }

  add({ message, key, origin, task, isReported = false, place = 0 }: News, where: Place): MessageState {
    const idReused = this.index.ofId(message.messageId) !== undefined
    const view: MessageView = {
      key: this.#hooks.nextKey(),
      message,
      origin,
      inHistory: origin === 'history',
      ...(isReported && { isReported }),
      ...(idReused && { idReused }),
      first: where.sighting,
      others: emptyList,
      ...defined({ taskKey: task?.key }),
    }
    const state = this.#store({ key, view, task })
    state.event = task?.message(view, place)
    return state
  }

  link(state: IndexedMessage, task: TaskFold) {
    if (!isOwn(state) || state.task) return
    this.change(state, { ...state.view, taskKey: task.key })
    state.task = task
    task.message(state.view)
  }

  see(state: IndexedMessage, where: Place) {
    if (!isOwn(state)) return state.task.again(state.index, where)
    this.change(state, addSighting(state.view, where))
    if (state.view.isReported && state.event !== undefined) state.task?.again(state.event, where)
  }

  clear() {
    for (const each of [this.all, this.index, this.items, this.grown]) each.clear()
  }

  change(state: MessageState, view: MessageView) {
    state.view = view
    this.items.replace(state, { kind: 'message', message: view })
    this.#hooks.changed()
  }

  /** Adds a message of another conversation, unless this one has it; returns the message that is here now. */
  carry(state: MessageState): MessageState {
    if (this.all.get(state.view.key) === state) return state
    const before = this.#twins.get(state)
    if (before) return before
    const twin = state.view.message.messageId === '' ? undefined : this.index.own(state.key)
    if (!twin) return this.#store(state)
    this.#twins.set(state, twin)
    const isSent = state.view.origin === 'sent'
    const { isReported, ...others } = twin.view
    const both: MessageView = {
      ...others,
      ...bothSeen(twin.view, state.view),
      ...(isSent ? { origin: 'sent' } : isReported && { isReported }),
    }
    this.items.begins(twin, both.first.seq)
    if (twin.task || !state.task) this.change(twin, both)
    else {
      twin.task = state.task
      this.change(twin, { ...both, key: state.view.key, taskKey: state.task.key })
      this.all.set(state.view.key, twin)
    }
    if (isReported && isSent) {
      twin.task?.unreport(twin.view)
      this.#stand(twin)
    }
    return twin
  }

  #store(state: MessageState): MessageState {
    if (state.view.more) this.grown.add(state)
    this.all.set(state.view.key, state)
    this.index.add(state)
    this.#stand(state)
    return state
  }

  #stand(state: MessageState) {
    const { view } = state
    if (!view.isReported) this.items.place({ kind: 'message', message: view }, view.first.seq, state)
    this.#hooks.changed()
  }
}

// Items of a conversation in the order of the record: a cause precedes its effect, even if it is recognised much later.

class OrderedItems<Owner> {
  #items = createListBuilder<ConversationItem>()
  /** The entry each of them began with. */
  #began: number[] = []
  #owners: (Owner | undefined)[] = []
  readonly #positions = new Map<Owner, number>()
  #isOrdered = true

  place(item: ConversationItem, seq: number, owner?: Owner) {
    this.#isOrdered &&= seq >= (this.#began.at(-1) ?? 0)
    this.#put(item, seq, owner)
  }

  /** In the position of the owner's item, if it has one. */
  replace(owner: Owner, item: ConversationItem) {
    const position = this.#positions.get(owner)
    if (position !== undefined) this.#items.set(position, item)
  }

  begins(owner: Owner, seq: number) {
    const position = this.#positions.get(owner)
    if (position === undefined) return
    this.#began[position] = seq
    this.#isOrdered = false
  }

  list() {
    if (!this.#isOrdered) this.#order()
    return this.#items.freeze()
  }

  clear() {
    this.#items = createListBuilder()
    this.#began = []
    this.#owners = []
    this.#positions.clear()
    this.#isOrdered = true
  }

  #put(item: ConversationItem, seq: number, owner: Owner | undefined) {
    if (owner !== undefined) this.#positions.set(owner, this.#items.length)
    this.#items.push(item)
    this.#began.push(seq)
    this.#owners.push(owner)
  }

  #order() {
    const all = slice(this.#items.freeze()).map((item, index) => ({
      item,
      seq: this.#began[index] ?? 0,
      owner: this.#owners[index],
    }))
    this.clear()
    for (const { item, seq, owner } of all.toSorted((one, two) => one.seq - two.seq))
      this.#put(item, seq, owner)
  }
}
