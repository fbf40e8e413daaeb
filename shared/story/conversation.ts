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
  /** The chat that its messages are sent from; the first one, where there were several. */
  chatId(): string | undefined
  fromChat(chatId: string): void
  /** The agent named a context other than this conversation's. */
  answeredIn(contextId: string): void
  /** A message of the user. */
  sent(message: Message, place: Place, task: TaskFold | undefined): MessageState
  /** A direct answer of the agent; `isOfTask`: it arrived in the middle of a task, and is shown in that task. */
  direct(message: Message, place: Place, task: TaskFold | undefined, isOfTask: boolean): void
  /** A message that arrived with a state of a task, and is shown in that task. */
  withState(message: Message, place: Place, task: TaskFold): void
  /**
   * A task's history as the agent stores it. Messages that the conversation has already, in whatever form, are marked as
   * confirmed. The others belong to the task, except those that led to a task which is new here.
   */
  history(messages: readonly Message[], place: Place, task: TaskFold, isFulfilled: boolean): void
  /** Adds a message of another conversation; returns the existing message where this conversation has it already. */
  carry(state: MessageState): MessageState
  link(state: MessageState, task: TaskFold): void
  /** `seq`: the entry that began it. */
  addTask(task: TaskFold, seq: number): void
  /** Moves everything into the conversation that this one turned out to belong to. */
  mergeInto(other: Conversation): void
  tasks(): readonly TaskFold[]
  view(): ConversationView
}

export function createConversation(
  identity: ConversationIdentity,
  begun: Place,
  { nextMessageKey, onChange }: ConversationHooks,
): Conversation {
  /** The entry that began each task. */
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
  const { index, items, addNew, link, see } = states
  /** Polls are not part of a conversation. */
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
      const same = message.messageId === '' ? undefined : index.own(key)
      if (!same) return addNew({ message, key, origin: 'sent', task }, where)
      attach(same, where, task)
      return same
    },
    direct(message, where, task, isReported) {
      touch(where)
      if (growMessage(states, message, where)) return
      index.recall()
      const key = messageKey(message)
      const same = message.messageId === '' ? undefined : index.latest(key)
      if (same) attach(same, where, task)
      else addNew({ message, key, origin: 'direct', task, isReported }, where)
    },
    withState(message, where, task) {
      touch(where)
      const same = index.ofId(message.messageId)
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

/** The agent's contexts and the window's chat. */
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

// Repetitions by the agent: messages that grow piece by piece, and the histories that it stores of tasks.

/** Adds the next piece of a message that its stream delivers in pieces; returns false for any other message. */
function growMessage({ index, grown, change, see }: MessageStates, message: Message, where: Place): boolean {
  const state = index.ofId(message.messageId)
  if (!isOfStream(state, where)) return false
  const { more = emptyList } = state.view
  // Many streams end with the whole text once more.
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

/** A direct answer that the same stream may extend. */
function isOfStream(state: MessageState | undefined, { sighting }: Place): state is MessageState {
  const { source, exchangeId } = sighting
  return state?.view.origin === 'direct' && source === 'stream' && state.view.first.exchangeId === exchangeId
}

interface History {
  readonly messages: readonly Message[]
  readonly task: TaskFold
  /** The task had a conversation before this history arrived. */
  readonly isFulfilled: boolean
}

/** `addTask`: places the task in the conversation. */
function createHistories(
  states: MessageStates,
  tasks: () => Iterable<TaskFold>,
  addTask: (task: TaskFold, seq: number) => void,
) {
  const { index: messageIndex, link, addNew } = states
  /** Keys of history messages that were recognised. */
  const confirmed = new Set<number>()

  return ({ messages, task, isFulfilled }: History, where: Place) => {
    messageIndex.recall()
    const counts = new Map<number, number>()
    const newestSent = messages.findLastIndex(({ role }) => role === 'user')
    for (const [index, message] of messages.entries()) {
      // Messages after the user's last one are this task's: another task may have sent the same text before.
      const isOfTask = message.role !== 'user' && index > newestSent
      if (isOfTask) addTask(task, where.sighting.seq)
      const key = messageKey(message)
      if (confirmed.has(key)) continue
      const hasId = message.messageId !== ''
      const nth = counts.get(key) ?? 0
      if (!hasId) counts.set(key, nth + 1)
      const whose: Whose = isOfTask ? ownOf(task, where) : () => true
      const same = messageIndex.recognised(message, key, nth, whose)
      if (same) {
        confirm(states, same)
        link(same, task)
      }
      const by = isOfTask ? [task] : tasks()
      if (hasId && (same || isRetold(states, message, by, whose))) confirmed.add(key)
      else if (!same)
        addNew(
          { message, key, origin: 'history', task, isReported: isFulfilled || isOfTask, place: index },
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
    [...by].some((task) => task.hasParts(parts)) ||
    [...grown].some((state) => whose(state) && isSame(parts, partsIn(piecesOf(state.view))))
  )
}
