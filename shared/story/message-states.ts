// The messages of one conversation: each is shown in it, or in its task, at its first sighting.

import type { Message } from '../a2a/model.ts'
import { createListBuilder, emptyList, slice } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { createMessageIndex, type IndexedMessage, isOwn, type MessageState } from './message-index.ts'
import { bothSeen, type Place, seenAgain } from './sightings.ts'
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

export type MessageStates = ReturnType<typeof createMessageStates>

export function createMessageStates({ tasks, nextKey, changed }: StatesHooks) {
  const all = new Map<number, MessageState>()
  const index = createMessageIndex(tasks)
  const items = createOrderedItems<MessageState>()
  const grown = new Set<MessageState>()
  /** For messages of other conversations: the equal one of this conversation. */
  const twins = new Map<MessageState, MessageState>()

  const show = (state: MessageState) => {
    const { view } = state
    if (!view.isReported) items.place({ kind: 'message', message: view }, view.first.seq, state)
    changed()
  }
  const add = (state: MessageState): MessageState => {
    if (state.view.more) grown.add(state)
    all.set(state.view.key, state)
    index.add(state)
    show(state)
    return state
  }
  const change = (state: MessageState, view: MessageView) => {
    state.view = view
    items.replace(state, { kind: 'message', message: view })
    changed()
  }

  return {
    ...{ all, index, items, grown, twins, show, add, change },
    addNew({ message, key, origin, task, isReported = false, place = 0 }: News, where: Place): MessageState {
      const idReused = index.ofId(message.messageId) !== undefined
      const view: MessageView = {
        key: nextKey(),
        message,
        origin,
        inHistory: origin === 'history',
        ...(isReported && { isReported }),
        ...(idReused && { idReused }),
        first: where.sighting,
        others: emptyList,
        ...defined({ taskKey: task?.key }),
      }
      const state = add({ key, view, task })
      state.event = task?.message(view, place)
      return state
    },
    link(state: IndexedMessage, task: TaskFold) {
      if (!isOwn(state) || state.task) return
      change(state, { ...state.view, taskKey: task.key })
      state.task = task
      task.message(state.view)
    },
    see(state: IndexedMessage, where: Place) {
      if (!isOwn(state)) return state.task.again(state.index, where)
      change(state, seenAgain(state.view, where))
      if (state.view.isReported && state.event !== undefined) state.task?.again(state.event, where)
    },
    clear() {
      for (const each of [all, index, items, grown]) each.clear()
    },
  }
}

/** Adds a message of another conversation; returns the existing message where this conversation has it already. */
export function carry(states: MessageStates, state: MessageState): MessageState {
  const { all, index, items, twins, show, add, change } = states
  if (all.get(state.view.key) === state) return state
  const before = twins.get(state)
  if (before) return before
  const twin = state.view.message.messageId === '' ? undefined : index.own(state.key)
  if (!twin) return add(state)
  twins.set(state, twin)
  const isSent = state.view.origin === 'sent'
  const { isReported, ...view } = twin.view
  const both: MessageView = {
    ...view,
    ...bothSeen(twin.view, state.view),
    ...(isSent ? { origin: 'sent' } : isReported && { isReported }),
  }
  items.begins(twin, both.first.seq)
  if (twin.task || !state.task) change(twin, both)
  else {
    twin.task = state.task
    change(twin, { ...both, key: state.view.key, taskKey: state.task.key })
    all.set(state.view.key, twin)
  }
  if (isReported && isSent) {
    twin.task?.removeReported(twin.view)
    show(twin)
  }
  return twin
}

// Items of a conversation in the order of the record: a cause precedes its effect, even if it is recognised much later.

function createOrderedItems<Owner>() {
  let items = createListBuilder<ConversationItem>()
  /** The entry that began each item. */
  let began: number[] = []
  let owners: (Owner | undefined)[] = []
  const positions = new Map<Owner, number>()
  let isOrdered = true

  const put = (item: ConversationItem, seq: number, owner: Owner | undefined) => {
    if (owner !== undefined) positions.set(owner, items.length)
    items.push(item)
    began.push(seq)
    owners.push(owner)
  }
  const clear = () => {
    items = createListBuilder()
    began = []
    owners = []
    positions.clear()
    isOrdered = true
  }
  const order = () => {
    const all = slice(items.freeze()).map((item, index) => ({
      item,
      seq: began[index] ?? 0,
      owner: owners[index],
    }))
    clear()
    for (const { item, seq, owner } of all.toSorted((one, two) => one.seq - two.seq)) put(item, seq, owner)
  }

  return {
    place(item: ConversationItem, seq: number, owner?: Owner) {
      isOrdered &&= seq >= (began.at(-1) ?? 0)
      put(item, seq, owner)
    },
    /** Does nothing where this owner has no item. */
    replace(owner: Owner, item: ConversationItem) {
      const position = positions.get(owner)
      if (position !== undefined) items.set(position, item)
    },
    begins(owner: Owner, seq: number) {
      const position = positions.get(owner)
      if (position === undefined) return
      began[position] = seq
      isOrdered = false
    },
    list() {
      if (!isOrdered) order()
      return items.freeze()
    },
    clear,
  }
}
