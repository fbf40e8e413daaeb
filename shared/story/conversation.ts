// One conversation: its items in the order they were met, and its messages, each known by its id and its content.

import type { Message } from '../a2a/model.ts'
import { appended, createListBuilder, emptyList, listOf, slice, values } from '../collections/list.ts'
import { partsKey } from './content-key.ts'
import { isSame } from './said-twice.ts'
import { delayed, type Place, type Sighting, seenAgain } from './sightings.ts'
import type { ConversationItem, ConversationView, MessageOrigin, MessageView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

export interface MessageState {
  /** What its message says, and under which id: kept, since a message may be megabytes long. */
  readonly key: string
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
  const byContent = new Map<string, MessageState[]>()
  const byWords = new Map<string, MessageState[]>()
  const byId = new Map<string, MessageState>()
  /** Messages of histories that were recognised. */
  const confirmed = new Set<string>()
  const positions = new Map<MessageState, number>()
  const twins = new Map<MessageState, MessageState>()
  /** Those that came in pieces. */
  const grown = new Set<MessageState>()
  const tasks = new Set<TaskFold>()
  let items = createListBuilder<ConversationItem>()
  /** The entry each of them began with. */
  let began: number[] = []
  let isOrdered = true
  let taskKeys = createListBuilder<string>()
  let contextId: string | undefined
  let mergedInto: string | undefined
  let isOurs = false
  let last: Pick<Sighting, 'seq' | 'at'> = begun.sighting
  let cached: ConversationView | undefined

  const changed = () => {
    cached = undefined
    onChange(conversation)
  }
  /** Reading is no part of a conversation. */
  const touch = ({ sighting: { source, seq, at } }: Place) => {
    if (source === 'poll') return
    if (source !== 'push') isOurs = true
    last = { seq, at }
    changed()
  }
  const put = (item: ConversationItem, seq: number) => {
    if (item.kind === 'message') {
      const state = states.get(item.message.key)
      if (state) positions.set(state, items.length)
    }
    items.push(item)
    began.push(seq)
  }
  /** What caused something stands before it, however much later it is known that it did. */
  const order = () => {
    isOrdered = true
    const all = slice(items.freeze()).map((item, index) => ({ item, seq: began[index] ?? 0 }))
    items = createListBuilder()
    began = []
    for (const { item, seq } of all.toSorted((one, two) => one.seq - two.seq)) put(item, seq)
  }
  const place = (item: ConversationItem, seq: number) => {
    isOrdered &&= seq >= (began.at(-1) ?? 0)
    put(item, seq)
    changed()
  }
  const know = (state: MessageState) => {
    const { message, more } = state.view
    if (more) grown.add(state)
    states.set(state.view.key, state)
    pushTo(byContent, state.key, state)
    pushTo(byWords, wordsKey(message), state)
    byId.set(message.messageId, state)
  }
  const add = (state: MessageState) => {
    know(state)
    place({ kind: 'message', message: state.view }, state.view.first.seq)
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
    key: string,
    origin: MessageOrigin,
    where: Place,
    task: TaskFold | undefined,
    isTold = false,
  ): MessageState => {
    const idReused = message.messageId !== '' && byId.has(message.messageId)
    const view: MessageView = {
      key: nextMessageKey(),
      message,
      origin,
      inHistory: origin === 'history',
      ...(isTold && { isTold }),
      ...(idReused && { idReused }),
      first: where.sighting,
      others: emptyList,
      ...(task && { taskKey: task.key }),
    }
    const state: MessageState = { key, view, task }
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
  const addTask = (task: TaskFold, seq: number) => {
    if (tasks.has(task)) return
    tasks.add(task)
    taskKeys.push(task.key)
    place({ kind: 'task', taskKey: task.key }, seq)
  }
  const absorb = (state: MessageState): MessageState => {
    const { message } = state.view
    const twin = message.messageId === '' ? undefined : byContent.get(state.key)?.at(-1)
    if (!twin) {
      add(state)
      return state
    }
    twins.set(state, twin)
    const isSent = state.view.origin === 'sent'
    const { isTold, ...known } = twin.view
    const both: MessageView = {
      ...known,
      ...sightingsOfBoth(twin.view, state.view),
      ...(isSent ? { origin: 'sent' } : isTold && { isTold }),
    }
    const position = positions.get(twin)
    if (position !== undefined) began[position] = both.first.seq
    isOrdered = false
    if (twin.task || !state.task) {
      change(twin, both)
      return twin
    }
    twin.task = state.task
    change(twin, { ...both, key: state.view.key, taskKey: state.task.key })
    states.set(state.view.key, twin)
    return twin
  }
  /** A message that its stream tells of piece by piece. */
  const grow = (message: Message, { sighting }: Place): MessageState | undefined => {
    const state = message.messageId === '' ? undefined : byId.get(message.messageId)
    if (state?.view.origin !== 'direct' || sighting.source !== 'stream') return undefined
    if (state.view.first.exchangeId !== sighting.exchangeId) return undefined
    const { more = emptyList } = state.view
    // Many end with all of it once more.
    if (more.length > 0 && isSame([message], piecesOf(state.view))) return state
    const { parts } = message
    const { exchangeId, seq } = sighting
    change(state, { ...state.view, more: appended(more, { parts, place: { exchangeId, seq } }) })
    grown.add(state)
    return state
  }
  /** What a history shows, if it was met before: by its id, else by what it says. */
  const recognised = (message: Message, key: string, nth: number, whose: Whose) => {
    const same = byContent.get(key)?.[nth]
    if (same || message.messageId === '') return same
    const ofId = byId.get(message.messageId)
    if (ofId?.view.more && isSame([message], piecesOf(ofId.view))) return ofId
    return byWords.get(wordsKey(message))?.find((state) => !state.view.inHistory && whose(state))
  }
  const isRetold = ({ role, parts }: Message, by: Iterable<TaskFold>, whose: Whose): boolean =>
    role !== 'user' &&
    parts.length > 0 &&
    ([...by].some((task) => task.hasSaid(parts)) ||
      [...grown].some((state) => whose(state) && isSame([{ parts }], piecesOf(state.view))))

  const conversation: Conversation = {
    ...identity,
    contextId: () => contextId,
    take(id) {
      contextId = id
      changed()
    },
    message(message, origin, where, task, news = true) {
      touch(where)
      const growing = origin === 'direct' ? grow(message, where) : undefined
      if (growing) return growing
      const key = messageKey(message)
      const same = byContent.get(key)
      const known = message.messageId === '' && news ? undefined : same?.at(-1)
      if (known && origin !== 'status') change(known, seenAgain(known.view, where))
      if (!known) return tell(message, key, origin, where, task)
      if (task) link(known, task)
      return known
    },
    history(messages, where, task, isMet) {
      touch(where)
      const met = new Map<string, number>()
      const asked = messages.findLastIndex(({ role }) => role === 'user')
      for (const [index, message] of messages.entries()) {
        const ofUser = message.role === 'user'
        // After what was asked last comes what this task said: another task may have said the same before.
        const isOwn = !ofUser && index > asked
        if (isOwn) addTask(task, where.sighting.seq)
        const key = messageKey(message)
        if (confirmed.has(key)) continue
        const nth = met.get(key) ?? 0
        if (message.messageId === '') met.set(key, nth + 1)
        const whose: Whose = isOwn ? ownOf(task, where) : () => true
        const known = recognised(message, key, nth, whose)
        if (known && !known.view.inHistory) change(known, { ...known.view, inHistory: true })
        if (known) link(known, task)
        if (message.messageId !== '' && (known || isRetold(message, isOwn ? [task] : tasks, whose)))
          confirmed.add(key)
        else if (!known) tell(message, key, 'history', where, task, isMet || isOwn)
      }
    },
    carry: (state) => (positions.has(state) ? state : (twins.get(state) ?? absorb(state))),
    link,
    task(task, { sighting }) {
      addTask(task, sighting.seq)
    },
    mergeInto(other) {
      const seqs = began
      for (const [index, item] of slice(items.freeze()).entries()) {
        const state = item.kind === 'message' ? states.get(item.message.key) : undefined
        if (state) other.carry(state)
        if (item.kind === 'task') {
          for (const task of tasks) if (task.key === item.taskKey) other.adopt(task, seqs[index] ?? 0)
        }
      }
      for (const known of [states, byContent, byWords, byId, positions, grown, tasks]) known.clear()
      items = createListBuilder()
      began = []
      taskKeys = createListBuilder()
      mergedInto = other.id
      changed()
    },
    adopt: addTask,
    tasks: () => [...tasks],
    view() {
      if (!isOrdered) order()
      cached ??= {
        id: identity.id,
        index: identity.index,
        ...(contextId !== undefined && { contextId }),
        ...(identity.agentId !== '' && { agentId: identity.agentId }),
        isOurs,
        items: items.freeze(),
        tasks: taskKeys.freeze(),
        startedAt: begun.sighting.at,
        lastSeq: last.seq,
        lastAt: last.at,
        ...(mergedInto !== undefined && { mergedInto }),
      }
      return cached
    },
  }
  return conversation
}

type Whose = (state: MessageState) => boolean

/** A message may name no task: then its exchange tells. */
function ownOf(own: TaskFold, { sighting }: Place): Whose {
  return ({ task, view }) => (task ? task === own : view.first.exchangeId === sighting.exchangeId)
}

/** All that was said of a message. */
export function* piecesOf({ message, more = emptyList }: MessageView): Generator<Pick<Message, 'parts'>> {
  yield message
  yield* values(more)
}

function pushTo(map: Map<string, MessageState[]>, key: string, state: MessageState): void {
  const same = map.get(key)
  if (same) same.push(state)
  else map.set(key, [state])
}

function wordsKey({ role, parts }: Message): string {
  return `${role}\n${partsKey(parts)}`
}

/** Without an id (0.1, some 0.2 servers) only role and content tell messages apart. */
function messageKey(message: Message): string {
  const { messageId, parts } = message
  if (messageId === '') return wordsKey(message)
  return `${messageId.length}:${messageId}${partsKey(parts)}`
}

/** In the order of the record: the merged one may have been seen first. */
function sightingsOfBoth(a: MessageView, b: MessageView): Pick<MessageView, 'first' | 'others'> {
  const [first, ...others] = [a, b]
    .flatMap((view) => [view.first, ...values(view.others)])
    .sort((one, two) => one.seq - two.seq)
  return first ? { first, others: listOf(others.map((later) => delayed(first, later))) } : a
}
