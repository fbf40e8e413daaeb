// One conversation: its items in the order they were met, its messages and its tasks.

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
import { carry, createMessageStates, type MessageStates } from './message-states.ts'
import type { Place } from './sightings.ts'
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

export interface Conversation extends ConversationIdentity {
  contextId(): string | undefined
  take(contextId: string): void
  /** The chat that its messages are sent from: the first, where it was from several. */
  chatId(): string | undefined
  fromChat(chatId: string): void
  /** The agent named a context other than the conversation's own. */
  answeredIn(contextId: string): void
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
  history(messages: readonly Message[], place: Place, task: TaskFold, isFulfilled: boolean): void
  /** Takes in a message told elsewhere; gives the one it turned out to be, when it is known here. */
  carry(state: MessageState): MessageState
  link(state: MessageState, task: TaskFold): void
  /** `seq`: the entry it began with. */
  addTask(task: TaskFold, seq: number): void
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
  /** The entry each of them began with. */
  const tasks = new Map<TaskFold, number>()
  let taskKeys = createListBuilder<string>()
  let mergedInto: string | undefined
  let isOurs = false
  let lastAt = begun.sighting.at
  let cached: ConversationView | undefined

  const changed = () => {
    cached = undefined
    onChange(conversation)
  }
  const names = createNames(changed)
  const states = createMessageStates({ tasks: () => tasks.keys(), nextKey: nextMessageKey, changed })
  const { known, items, tell, link, see } = states
  /** Reading is no part of a conversation. */
  const touch = ({ sighting: { source, at } }: Place) => {
    if (source === 'poll') return
    if (source !== 'push') isOurs = true
    lastAt = at
    changed()
  }
  const addTask = (task: TaskFold, seq: number) => {
    if (tasks.has(task)) return
    tasks.set(task, seq)
    taskKeys.push(task.key)
    items.place({ kind: 'task', taskKey: task.key }, seq)
    changed()
  }
  const takeHistory = createHistories(states, () => tasks.keys(), addTask)
  const attach = (state: IndexedMessage, where: Place, task: TaskFold | undefined) => {
    see(state, where)
    if (task) link(state, task)
  }

  const conversation: Conversation = {
    ...identity,
    ...names,
    sent(message, where, task) {
      touch(where)
      const key = messageKey(message)
      const same = message.messageId === '' ? undefined : known.own(key)
      if (!same) return tell({ message, key, origin: 'sent', task }, where)
      attach(same, where, task)
      return same
    },
    direct(message, where, task, isReported) {
      touch(where)
      if (growMessage(states, message, where)) return
      known.recall()
      const key = messageKey(message)
      const same = message.messageId === '' ? undefined : known.latest(key)
      if (same) attach(same, where, task)
      else tell({ message, key, origin: 'direct', task, isReported }, where)
    },
    withState(message, where, task) {
      touch(where)
      const same = known.ofId(message.messageId)
      if (same?.key === messageKey(message)) link(same, task)
    },
    history(messages, where, task, isFulfilled) {
      touch(where)
      takeHistory({ messages, task, isFulfilled }, where)
    },
    carry: (state) => carry(states, state),
    link,
    addTask,
    mergeInto(other) {
      for (const state of states.all.values()) other.carry(state)
      for (const [task, seq] of tasks) other.addTask(task, seq)
      const chatId = names.chatId()
      if (chatId !== undefined) other.fromChat(chatId)
      states.clear()
      tasks.clear()
      taskKeys = createListBuilder()
      mergedInto = other.id
      changed()
    },
    tasks: () => [...tasks.keys()],
    view() {
      cached ??= {
        id: identity.id,
        ...names.all(),
        ...defined({ agentId: identity.agentId || undefined, mergedInto }),
        isOurs,
        items: items.list(),
        tasks: taskKeys.freeze(),
        startedSeq: begun.sighting.seq,
        startedAt: begun.sighting.at,
        lastAt,
      }
      return cached
    },
  }
  return conversation
}

/** What the agent and the window call it. */
function createNames(changed: () => void) {
  let contextId: string | undefined
  let latestContextId: string | undefined
  let chatId: string | undefined
  return {
    contextId: () => contextId,
    take(id: string) {
      contextId = id
      changed()
    },
    chatId: () => chatId,
    fromChat(id: string) {
      if (chatId !== undefined) return
      chatId = id
      changed()
    },
    answeredIn(id: string) {
      latestContextId = id
      changed()
    },
    all: () => defined({ contextId, latestContextId, chatId }),
  }
}

// What an agent says once more in a conversation: messages that grow piece by piece, and the histories that it keeps of tasks.

/** The next piece of a message that its stream reports piece by piece; false where it is none. */
function growMessage({ known, grown, change, see }: MessageStates, message: Message, where: Place): boolean {
  const state = known.ofId(message.messageId)
  if (!isOfStream(state, where)) return false
  const { more = emptyList } = state.view
  // Many end with all of it once more.
  if (more.length > 0 && isSame(message.parts, partsIn(piecesOf(state.view)))) {
    see(state, where)
    return true
  }
  const { parts } = message
  const { exchangeId, seq } = where.sighting
  change(state, { ...state.view, more: appended(more, { parts, place: { exchangeId, seq } }) })
  if (state.view.isReported) state.task?.extendText(message, where.sighting)
  grown.add(state)
  return true
}

/** What its stream may tell more of. */
function isOfStream(state: MessageState | undefined, { sighting }: Place): state is MessageState {
  const { source, exchangeId } = sighting
  return state?.view.origin === 'direct' && source === 'stream' && state.view.first.exchangeId === exchangeId
}

/** A task's history, as the agent shows it. */
interface History {
  readonly messages: readonly Message[]
  readonly task: TaskFold
  /** The task was met before. */
  readonly isFulfilled: boolean
}

/** `addTask`: it has its place in the conversation from here on. */
function createHistories(
  states: MessageStates,
  tasks: () => Iterable<TaskFold>,
  addTask: (task: TaskFold, seq: number) => void,
) {
  const { known, link, tell } = states
  /** Messages of histories that were recognised. */
  const confirmed = new Set<number>()

  return ({ messages, task, isFulfilled }: History, where: Place) => {
    known.recall()
    const counts = new Map<number, number>()
    const newestSent = messages.findLastIndex(({ role }) => role === 'user')
    for (const [index, message] of messages.entries()) {
      // After what was asked last comes what this task said: another task may have said the same before.
      const isSaidByTask = message.role !== 'user' && index > newestSent
      if (isSaidByTask) addTask(task, where.sighting.seq)
      const key = messageKey(message)
      if (confirmed.has(key)) continue
      const hasId = message.messageId !== ''
      const nth = counts.get(key) ?? 0
      if (!hasId) counts.set(key, nth + 1)
      const whose: Whose = isSaidByTask ? ownOf(task, where) : () => true
      const same = known.recognised(message, key, nth, whose)
      if (same) {
        confirm(states, same)
        link(same, task)
      }
      const by = isSaidByTask ? [task] : tasks()
      if (hasId && (same || isRetold(states, message, by, whose))) confirmed.add(key)
      else if (!same)
        tell(
          { message, key, origin: 'history', task, isReported: isFulfilled || isSaidByTask, place: index },
          where,
        )
    }
  }
}

function confirm({ change }: MessageStates, state: IndexedMessage): void {
  if (!isOwn(state)) state.inHistory = true
  else if (!state.view.inHistory) change(state, { ...state.view, inHistory: true })
}

function isRetold(
  { grown }: MessageStates,
  { role, parts }: Message,
  by: Iterable<TaskFold>,
  whose: Whose,
): boolean {
  if (role === 'user' || parts.length === 0) return false
  return (
    [...by].some((task) => task.hasSaid(parts)) ||
    [...grown].some((state) => whose(state) && isSame(parts, partsIn(piecesOf(state.view))))
  )
}
