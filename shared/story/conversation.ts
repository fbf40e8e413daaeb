// One conversation: its items in the order they were met, and its messages, each known by its id and its content.

import type { Message } from '../a2a/model.ts'
import { appended, createListBuilder, emptyList, listOf, slice, values } from '../collections/list.ts'
import { contentDigest, partsKey } from './content-key.ts'
import { isSame, partsIn } from './said-twice.ts'
import { delayed, type Place, type Sighting, seenAgain } from './sightings.ts'
import type { ConversationItem, ConversationView, MessageOrigin, MessageView } from './task-view.ts'
import type { TaskFold } from './tasks.ts'

export interface MessageState {
  /** What its message says, and under which id: kept, since a message may be megabytes long. */
  readonly key: number
  view: MessageView
  task: TaskFold | undefined
}

/** A message that came with a state of its task, which has it. */
interface StateMessage {
  readonly task: TaskFold
  readonly index: number
  inHistory: boolean
}

type Known = MessageState | StateMessage

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
  /** What the agent answers by itself. */
  direct(message: Message, place: Place, task: TaskFold | undefined): void
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
  const byContent = new Map<number, Known[]>()
  const byWords = new Map<number, Known[]>()
  const byId = new Map<string, MessageState>()
  /** Messages of histories that were recognised. */
  const confirmed = new Set<number>()
  const positions = new Map<MessageState, number>()
  const twins = new Map<MessageState, MessageState>()
  /** Those that came in pieces. */
  const grown = new Set<MessageState>()
  /** The entry each of them began with. */
  const tasks = new Map<TaskFold, number>()
  /** Events of each of them that were looked through for messages. */
  const recalled = new Map<TaskFold, number>()
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
  /** Most of what came with states is never asked for: it is looked up when it may be said once more. */
  const recall = () => {
    for (const task of tasks.keys()) {
      for (const { message, index } of task.said(recalled.get(task) ?? 0)) {
        const state = { task, index, inHistory: false }
        pushTo(byContent, messageKey(message), state)
        pushTo(byWords, wordsKey(message), state)
        recalled.set(task, index + 1)
      }
    }
  }
  const ownOfKey = (key: number) => byContent.get(key)?.findLast(isOwn)
  const stand = ({ view }: MessageState) => {
    if (!view.isTold) place({ kind: 'message', message: view }, view.first.seq)
  }
  const add = (state: MessageState) => {
    know(state)
    stand(state)
  }
  const change = (state: MessageState, view: MessageView) => {
    state.view = view
    const position = positions.get(state)
    if (position !== undefined) items.set(position, { kind: 'message', message: view })
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
    task?.message(view, place)
    return state
  }
  const link = (known: Known, task: TaskFold) => {
    if (!isOwn(known) || known.task) return
    change(known, { ...known.view, taskKey: task.key })
    known.task = task
    task.message(known.view)
  }
  const addTask = (task: TaskFold, seq: number) => {
    if (tasks.has(task)) return
    tasks.set(task, seq)
    taskKeys.push(task.key)
    place({ kind: 'task', taskKey: task.key }, seq)
  }
  const absorb = (state: MessageState): MessageState => {
    const { message } = state.view
    const twin = message.messageId === '' ? undefined : ownOfKey(state.key)
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
  /** A message that its stream tells of piece by piece. */
  const grow = (message: Message, { sighting }: Place): MessageState | undefined => {
    const state = message.messageId === '' ? undefined : byId.get(message.messageId)
    if (state?.view.origin !== 'direct' || sighting.source !== 'stream') return undefined
    if (state.view.first.exchangeId !== sighting.exchangeId) return undefined
    const { more = emptyList } = state.view
    // Many end with all of it once more.
    if (more.length > 0 && isSame(message.parts, partsIn(piecesOf(state.view)))) return state
    const { parts } = message
    const { exchangeId, seq } = sighting
    change(state, { ...state.view, more: appended(more, { parts, place: { exchangeId, seq } }) })
    grown.add(state)
    return state
  }
  const see = (known: Known, where: Place) => {
    if (isOwn(known)) change(known, seenAgain(known.view, where))
    else known.task.again(known.index, where)
  }
  const confirm = (known: Known) => {
    if (!isOwn(known)) known.inHistory = true
    else if (!known.view.inHistory) change(known, { ...known.view, inHistory: true })
  }
  /** What a history shows, if it was met before: by its id, else by what it says. */
  const recognised = (message: Message, key: number, nth: number, whose: Whose): Known | undefined => {
    const same = byContent.get(key)?.[nth]
    if (same || message.messageId === '') return same
    const ofId = byId.get(message.messageId)
    if (ofId?.view.more && isSame(message.parts, partsIn(piecesOf(ofId.view)))) return ofId
    return byWords.get(wordsKey(message))?.find((state) => !isInHistory(state) && whose(state))
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
      const known = message.messageId === '' ? undefined : ownOfKey(key)
      if (!known) return tell(message, key, 'sent', where, task)
      see(known, where)
      if (task) link(known, task)
      return known
    },
    direct(message, where, task) {
      touch(where)
      if (grow(message, where)) return
      recall()
      const key = messageKey(message)
      const known = message.messageId === '' ? undefined : byContent.get(key)?.at(-1)
      if (!known) {
        tell(message, key, 'direct', where, task)
        return
      }
      see(known, where)
      if (task) link(known, task)
    },
    withState(message, where, task) {
      touch(where)
      const known = message.messageId === '' ? undefined : byId.get(message.messageId)
      if (known?.key === messageKey(message)) link(known, task)
    },
    history(messages, where, task, isMet) {
      touch(where)
      recall()
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
        const known = recognised(message, key, nth, whose)
        if (known) {
          confirm(known)
          link(known, task)
        }
        if (
          message.messageId !== '' &&
          (known || isRetold(message, isSaidByTask ? [task] : tasks.keys(), whose))
        )
          confirmed.add(key)
        else if (!known) tell(message, key, 'history', where, task, isMet || isSaidByTask, index)
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
      for (const known of [states, byContent, byWords, byId, positions, grown, tasks, recalled]) known.clear()
      items = createListBuilder()
      began = []
      taskKeys = createListBuilder()
      mergedInto = other.id
      changed()
    },
    adopt: addTask,
    tasks: () => [...tasks.keys()],
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
        startedSeq: begun.sighting.seq,
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

type Whose = (known: Known) => boolean

/** A message may name no task: then its exchange tells. */
function ownOf(own: TaskFold, { sighting }: Place): Whose {
  return (known) =>
    isOwn(known) && !known.task ? known.view.first.exchangeId === sighting.exchangeId : known.task === own
}

function isOwn(known: Known): known is MessageState {
  return 'view' in known
}

function isInHistory(known: Known): boolean {
  return isOwn(known) ? known.view.inHistory : known.inHistory
}

/** All that was said of a message. */
export function* piecesOf({ message, more = emptyList }: MessageView): Generator<Pick<Message, 'parts'>> {
  yield message
  yield* values(more)
}

function pushTo(map: Map<number, Known[]>, key: number, known: Known): void {
  const same = map.get(key)
  if (same) same.push(known)
  else map.set(key, [known])
}

function wordsKey({ role, parts }: Message): number {
  return contentDigest(`${role}\n${partsKey(parts)}`)
}

/** Without an id (0.1, some 0.2 servers) only role and content tell messages apart. */
function messageKey(message: Message): number {
  const { messageId, parts } = message
  if (messageId === '') return wordsKey(message)
  return contentDigest(`${messageId.length}:${messageId}${partsKey(parts)}`)
}

/** In the order of the record: the merged one may have been seen first. */
function sightingsOfBoth(a: MessageView, b: MessageView): Pick<MessageView, 'first' | 'others'> {
  const [first, ...others] = [a, b]
    .flatMap((view) => [view.first, ...values(view.others)])
    .sort((one, two) => one.seq - two.seq)
  return first ? { first, others: listOf(others.map((later) => delayed(first, later))) } : a
}
