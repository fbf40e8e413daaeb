// One conversation: its items in the order they were met, and its messages, each known by its id and its content.

import type { Message } from '../a2a/model.ts'
import { appended, createListBuilder, emptyList } from '../collections/list.ts'
import { defined } from '../defined.ts'
import {
  createKnownMessages,
  isOwn,
  type Known,
  type MessageState,
  messageKey,
  ownOf,
  piecesOf,
  type Whose,
} from './known-messages.ts'
import { createOrderedItems } from './ordered-items.ts'
import { isSame, partsIn } from './said-twice.ts'
import { bothSeen, type Place, seenAgain } from './sightings.ts'
import type { ConversationView, MessageOrigin, MessageView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

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
  /** What the user said. */
  sent(message: Message, place: Place, task: TaskFold | undefined): MessageState
  /** What the agent answers by itself; `isOfTask`: in the middle of a task, where it stands then. */
  direct(message: Message, place: Place, task: TaskFold | undefined, isOfTask: boolean): void
  /** What a task says with its state stands in the task. */
  withState(message: Message, place: Place, task: TaskFold): void
  /**
   * A task's history as the agent keeps it: what was met before, in whatever words, is confirmed. The rest is the task's own,
   * but for what led to a task that is met with it.
   */
  history(messages: readonly Message[], place: Place, task: TaskFold, isMet: boolean): void
  /** Takes in a message told elsewhere; gives the one it turned out to be, when it is known here. */
  carry(state: MessageState): MessageState
  link(state: MessageState, task: TaskFold): void
  task(task: TaskFold, place: Place): void
  /** A task that began elsewhere. */
  adopt(task: TaskFold, seq: number): void
  /** Hands all it holds to the conversation it turned out to be part of. */
  mergeInto(other: Conversation): void
  tasks(): readonly TaskFold[]
  view(): ConversationView
}

export function createConversation(
  identity: ConversationIdentity,
  begun: Place,
  { nextMessageKey, onChange }: ConversationHooks,
): Conversation {
  const states = new Map<number, MessageState>()
  const known = createKnownMessages(() => tasks.keys())
  /** Messages of histories that were recognised. */
  const confirmed = new Set<number>()
  const twins = new Map<MessageState, MessageState>()
  /** Those that came in pieces. */
  const grown = new Set<MessageState>()
  /** The entry each of them began with. */
  const tasks = new Map<TaskFold, number>()
  const items = createOrderedItems<MessageState>()
  let taskKeys = createListBuilder<string>()
  let contextId: string | undefined
  let mergedInto: string | undefined
  let isOurs = false
  let lastAt = begun.sighting.at
  let cached: ConversationView | undefined

  const changed = () => {
    cached = undefined
    onChange(conversation)
  }
  /** Reading is no part of a conversation. */
  const touch = ({ sighting: { source, at } }: Place) => {
    if (source === 'poll') return
    if (source !== 'push') isOurs = true
    lastAt = at
    changed()
  }
  const stand = (state: MessageState) => {
    const { view } = state
    if (!view.isTold) items.place({ kind: 'message', message: view }, view.first.seq, state)
    changed()
  }
  const add = (state: MessageState) => {
    if (state.view.more) grown.add(state)
    states.set(state.view.key, state)
    known.add(state)
    stand(state)
  }
  const change = (state: MessageState, view: MessageView) => {
    state.view = view
    items.replace(state, { kind: 'message', message: view })
    changed()
  }
  const tell = (
    message: Message,
    key: number,
    origin: MessageOrigin,
    where: Place,
    task: TaskFold | undefined,
    isTold = false,
    place = 0,
  ): MessageState => {
    const idReused = known.ofId(message.messageId) !== undefined
    const view: MessageView = {
      key: nextMessageKey(),
      message,
      origin,
      inHistory: origin === 'history',
      ...(isTold && { isTold }),
      ...(idReused && { idReused }),
      first: where.sighting,
      others: emptyList,
      ...defined({ taskKey: task?.key }),
    }
    const state: MessageState = { key, view, task }
    add(state)
    state.event = task?.message(view, place)
    return state
  }
  const link = (state: Known, task: TaskFold) => {
    if (!isOwn(state) || state.task) return
    change(state, { ...state.view, taskKey: task.key })
    state.task = task
    task.message(state.view)
  }
  const addTask = (task: TaskFold, seq: number) => {
    if (tasks.has(task)) return
    tasks.set(task, seq)
    taskKeys.push(task.key)
    items.place({ kind: 'task', taskKey: task.key }, seq)
    changed()
  }
  const absorb = (state: MessageState): MessageState => {
    const { message } = state.view
    const twin = message.messageId === '' ? undefined : known.own(state.key)
    if (!twin) {
      add(state)
      return state
    }
    twins.set(state, twin)
    const isSent = state.view.origin === 'sent'
    const { isTold, ...seen } = twin.view
    const both: MessageView = {
      ...seen,
      ...bothSeen(twin.view, state.view),
      ...(isSent ? { origin: 'sent' } : isTold && { isTold }),
    }
    items.begins(twin, both.first.seq)
    if (twin.task || !state.task) change(twin, both)
    else {
      twin.task = state.task
      change(twin, { ...both, key: state.view.key, taskKey: state.task.key })
      states.set(state.view.key, twin)
    }
    if (isTold && isSent) {
      twin.task?.untold(twin.view)
      stand(twin)
    }
    return twin
  }
  const see = (state: Known, where: Place) => {
    if (!isOwn(state)) return state.task.again(state.index, where)
    change(state, seenAgain(state.view, where))
    if (state.view.isTold && state.event !== undefined) state.task?.again(state.event, where)
  }
  /** A message that its stream tells of piece by piece. */
  const grow = (message: Message, where: Place): MessageState | undefined => {
    const state = known.ofId(message.messageId)
    if (!isOfStream(state, where)) return undefined
    const { more = emptyList } = state.view
    // Many end with all of it once more.
    if (more.length > 0 && isSame(message.parts, partsIn(piecesOf(state.view)))) {
      see(state, where)
      return state
    }
    const { parts } = message
    const { sighting } = where
    const { exchangeId, seq } = sighting
    change(state, { ...state.view, more: appended(more, { parts, place: { exchangeId, seq } }) })
    if (state.view.isTold) state.task?.saidMore(message, sighting)
    grown.add(state)
    return state
  }
  const confirm = (state: Known) => {
    if (!isOwn(state)) state.inHistory = true
    else if (!state.view.inHistory) change(state, { ...state.view, inHistory: true })
  }
  const isRetold = ({ role, parts }: Message, by: Iterable<TaskFold>, whose: Whose): boolean =>
    role !== 'user' &&
    parts.length > 0 &&
    ([...by].some((task) => task.hasSaid(parts)) ||
      [...grown].some((state) => whose(state) && isSame(parts, partsIn(piecesOf(state.view)))))

  const conversation: Conversation = {
    ...identity,
    contextId: () => contextId,
    take(id) {
      contextId = id
      changed()
    },
    sent(message, where, task) {
      touch(where)
      const key = messageKey(message)
      const same = message.messageId === '' ? undefined : known.own(key)
      if (!same) return tell(message, key, 'sent', where, task)
      see(same, where)
      if (task) link(same, task)
      return same
    },
    direct(message, where, task, isOfTask) {
      touch(where)
      if (grow(message, where)) return
      known.recall()
      const key = messageKey(message)
      const same = message.messageId === '' ? undefined : known.latest(key)
      if (!same) {
        tell(message, key, 'direct', where, task, isOfTask)
        return
      }
      see(same, where)
      if (task) link(same, task)
    },
    withState(message, where, task) {
      touch(where)
      const same = known.ofId(message.messageId)
      if (same?.key === messageKey(message)) link(same, task)
    },
    history(messages, where, task, isMet) {
      touch(where)
      known.recall()
      const met = new Map<number, number>()
      const asked = messages.findLastIndex(({ role }) => role === 'user')
      for (const [index, message] of messages.entries()) {
        const ofUser = message.role === 'user'
        // After what was asked last comes what this task said: another task may have said the same before.
        const isSaidByTask = !ofUser && index > asked
        if (isSaidByTask) addTask(task, where.sighting.seq)
        const key = messageKey(message)
        if (confirmed.has(key)) continue
        const nth = met.get(key) ?? 0
        if (message.messageId === '') met.set(key, nth + 1)
        const whose: Whose = isSaidByTask ? ownOf(task, where) : () => true
        const same = known.recognised(message, key, nth, whose)
        if (same) {
          confirm(same)
          link(same, task)
        }
        if (
          message.messageId !== '' &&
          (same || isRetold(message, isSaidByTask ? [task] : tasks.keys(), whose))
        )
          confirmed.add(key)
        else if (!same) tell(message, key, 'history', where, task, isMet || isSaidByTask, index)
      }
    },
    carry: (state) => (states.get(state.view.key) === state ? state : (twins.get(state) ?? absorb(state))),
    link,
    task(task, { sighting }) {
      addTask(task, sighting.seq)
    },
    mergeInto(other) {
      for (const state of states.values()) other.carry(state)
      for (const [task, seq] of tasks) other.adopt(task, seq)
      for (const held of [states, known, items, grown, tasks]) held.clear()
      taskKeys = createListBuilder()
      mergedInto = other.id
      changed()
    },
    adopt: addTask,
    tasks: () => [...tasks.keys()],
    view() {
      cached ??= {
        id: identity.id,
        ...defined({ contextId }),
        ...(identity.agentId !== '' && { agentId: identity.agentId }),
        isOurs,
        items: items.list(),
        tasks: taskKeys.freeze(),
        startedSeq: begun.sighting.seq,
        startedAt: begun.sighting.at,
        lastAt,
        ...defined({ mergedInto }),
      }
      return cached
    },
  }
  return conversation
}

/** What its stream may tell more of. */
function isOfStream(state: MessageState | undefined, { sighting }: Place): state is MessageState {
  const { source, exchangeId } = sighting
  return state?.view.origin === 'direct' && source === 'stream' && state.view.first.exchangeId === exchangeId
}
