// One conversation: its items in the order they were met, and its messages, each known by its id and its content.

import type { Message } from '../a2a/model.ts'
import { createListBuilder, emptyList, listOf, values } from '../collections/list.ts'
import { partsKey } from './content-key.ts'
import { delayed, type Place, type Sighting, seenAgain } from './sightings.ts'
import type { ConversationItem, ConversationView, MessageOrigin, MessageView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

export interface MessageState {
  view: MessageView
  task: TaskFold | undefined
}

export interface ConversationIdentity {
  readonly id: string
  readonly index: number
  readonly agentId: string
}

export interface ConversationHooks {
  readonly nextMessageKey: () => number
  readonly onChange: (conversation: Conversation) => void
}

export interface Conversation extends ConversationIdentity {
  contextId(): string | undefined
  take(contextId: string): void
  /** `news` is false when a status without a message id was seen again: then its message was, too. */
  message(
    message: Message,
    origin: MessageOrigin,
    place: Place,
    task?: TaskFold,
    news?: boolean,
  ): MessageState
  /** A task's history as the agent keeps it: what was not met before is told, the rest is confirmed. */
  history(messages: readonly Message[], place: Place, task: TaskFold): void
  /** Takes in a message told elsewhere; gives the one it turned out to be, when it is known here. */
  carry(state: MessageState): MessageState
  link(state: MessageState, task: TaskFold): void
  task(task: TaskFold, place: Place): void
  /** Hands all it holds to the conversation it turned out to be part of. */
  mergeInto(other: Conversation): void
  tasks(): readonly TaskFold[]
  view(): ConversationView
}

export function createConversation(
  identity: ConversationIdentity,
  place: Place,
  { nextMessageKey, onChange }: ConversationHooks,
): Conversation {
  const byContent = new Map<string, MessageState[]>()
  const ids = new Set<string>()
  const positions = new Map<MessageState, number>()
  const twins = new Map<MessageState, MessageState>()
  // A message may be megabytes long, and is asked for its key more than once.
  const keys = new WeakMap<Message, string>()
  const tasks = new Set<TaskFold>()
  let items = createListBuilder<ConversationItem>()
  let taskKeys = createListBuilder<string>()
  let contextId: string | undefined
  let mergedInto: string | undefined
  let last: Pick<Sighting, 'seq' | 'at'> = place.sighting
  let cached: ConversationView | undefined

  const keyOf = (message: Message): string => {
    const key = keys.get(message) ?? messageKey(message)
    keys.set(message, key)
    return key
  }
  const changed = () => {
    cached = undefined
    onChange(conversation)
  }
  const touch = ({ sighting: { seq, at } }: Place) => {
    last = { seq, at }
    changed()
  }
  const add = (state: MessageState) => {
    const { message } = state.view
    const key = keyOf(message)
    const same = byContent.get(key)
    if (same) same.push(state)
    else byContent.set(key, [state])
    ids.add(message.messageId)
    positions.set(state, items.length)
    items.push({ kind: 'message', message: state.view })
    changed()
  }
  const change = (state: MessageState, view: MessageView) => {
    state.view = view
    const position = positions.get(state)
    if (position !== undefined) items.set(position, { kind: 'message', message: view })
    state.task?.messageChanged(view)
    changed()
  }
  const tell = (
    message: Message,
    origin: MessageOrigin,
    where: Place,
    task: TaskFold | undefined,
  ): MessageState => {
    const idReused = message.messageId !== '' && ids.has(message.messageId)
    const view: MessageView = {
      key: nextMessageKey(),
      message,
      origin,
      inHistory: origin === 'history',
      ...(idReused && { idReused }),
      first: where.sighting,
      others: emptyList,
      ...(task && { taskKey: task.key }),
    }
    const state: MessageState = { view, task }
    add(state)
    task?.message(view, origin !== 'status')
    return state
  }
  const link = (state: MessageState, task: TaskFold) => {
    if (state.task) return
    change(state, { ...state.view, taskKey: task.key })
    state.task = task
    task.message(state.view, state.view.origin !== 'status')
  }
  const addTask = (task: TaskFold) => {
    if (tasks.has(task)) return
    tasks.add(task)
    taskKeys.push(task.key)
    items.push({ kind: 'task', taskKey: task.key })
    changed()
  }
  const absorb = (state: MessageState): MessageState => {
    const { message } = state.view
    const twin = message.messageId === '' ? undefined : byContent.get(keyOf(message))?.at(-1)
    if (!twin) {
      add(state)
      return state
    }
    twins.set(state, twin)
    const origin = state.view.origin === 'sent' ? 'sent' : twin.view.origin
    const both = { ...twin.view, ...sightingsOfBoth(twin.view, state.view), origin }
    if (twin.task || !state.task) {
      change(twin, both)
      return twin
    }
    twin.task = state.task
    change(twin, { ...both, key: state.view.key, taskKey: state.task.key })
    return twin
  }

  const conversation: Conversation = {
    ...identity,
    contextId: () => contextId,
    take(id) {
      contextId = id
      changed()
    },
    message(message, origin, where, task, news = true) {
      touch(where)
      const same = byContent.get(keyOf(message))
      const known = message.messageId === '' && news ? undefined : same?.at(-1)
      if (known && origin !== 'status') change(known, seenAgain(known.view, where))
      if (!known) return tell(message, origin, where, task)
      if (task) link(known, task)
      return known
    },
    history(messages, where, task) {
      touch(where)
      const met = new Map<string, number>()
      for (const message of messages) {
        // What the user asked stands before the task it led to, what the agent said after it.
        if (message.role !== 'user') addTask(task)
        const key = keyOf(message)
        const nth = met.get(key) ?? 0
        if (message.messageId === '') met.set(key, nth + 1)
        const known = byContent.get(key)?.[nth]
        if (known && !known.view.inHistory) change(known, { ...known.view, inHistory: true })
        if (known) link(known, task)
        else tell(message, 'history', where, task)
      }
    },
    carry: (state) => (positions.has(state) ? state : (twins.get(state) ?? absorb(state))),
    link,
    task(task, where) {
      touch(where)
      addTask(task)
    },
    mergeInto(other) {
      const states = [...positions.keys()]
      for (const state of states) other.carry(state)
      for (const task of tasks) other.task(task, place)
      byContent.clear()
      ids.clear()
      positions.clear()
      tasks.clear()
      items = createListBuilder()
      taskKeys = createListBuilder()
      mergedInto = other.id
      changed()
    },
    tasks: () => [...tasks],
    view() {
      cached ??= {
        id: identity.id,
        index: identity.index,
        ...(contextId !== undefined && { contextId }),
        ...(identity.agentId !== '' && { agentId: identity.agentId }),
        items: items.freeze(),
        tasks: taskKeys.freeze(),
        startedAt: place.sighting.at,
        lastSeq: last.seq,
        lastAt: last.at,
        ...(mergedInto !== undefined && { mergedInto }),
      }
      return cached
    },
  }
  return conversation
}

/** Without an id (0.1, some 0.2 servers) only role and content tell messages apart. */
function messageKey({ messageId, role, parts }: Message): string {
  if (messageId === '') return `${role}\n${partsKey(parts)}`
  return `${messageId.length}:${messageId}${partsKey(parts)}`
}

/** In the order of the record: the merged one may have been seen first. */
function sightingsOfBoth(a: MessageView, b: MessageView): Pick<MessageView, 'first' | 'others'> {
  const [first, ...others] = [a, b]
    .flatMap((view) => [view.first, ...values(view.others)])
    .sort((one, two) => one.seq - two.seq)
  return first ? { first, others: listOf(others.map((later) => delayed(first, later))) } : a
}
