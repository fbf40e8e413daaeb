// Applies one update to its task, its conversation and its exchange.

import type { Message, Update } from '../a2a/model.ts'
import { withText } from '../a2a/next-event.ts'
import { bytesAround } from '../record/run.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { utf8Bytes } from '../record/text-size.ts'
import type { ConversationFold } from './conversations.ts'
import type { PiecesRead } from './decode-cache.ts'
import type { WritableExchange } from './exchanges.ts'
import type { Channel, Place } from './sightings.ts'
import type { TaskList } from './task-list.ts'
import type { TaskFold } from './tasks.ts'
import type { ExchangeEvents } from './timeline/exchange-events.ts'
import { contextIdOf, taskIdOf } from './updates-of.ts'

export interface Folds {
  readonly tasks: TaskList
  readonly conversations: ConversationFold
  /** Tasks by the exchange that caused them, where the task had appeared elsewhere before its cause was recognised. */
  readonly causes: Map<string, { readonly agentId: string; readonly taskId: string }>
}

/** What an open exchange has delivered so far. */
export interface Ongoing {
  readonly exchange: WritableExchange
  readonly agentId: string
  readonly channel: Channel
  readonly exchangeEvents: ExchangeEvents
  readonly tasks: Set<TaskFold>
  /** The task that a get, cancel or subscribe names. */
  about?: TaskFold
  first?: TaskFold
  /** The task of the previous update: most streams report one task only. */
  latest?: { readonly taskId: string; readonly task: TaskFold }
}

export function applyUpdate(folds: Folds, state: Ongoing, update: Update, place: Place): void {
  if (update.kind === 'message') {
    applyMessage(folds, state, update.message, place)
    return
  }
  const { conversations } = folds
  const { exchange, agentId } = state
  // An event without a task id can only belong to the task of its stream.
  const task = taskOf(folds, state, taskIdOf(update) || state.first?.taskId || '', place)
  noteCause(folds, state, task, place)
  const isNew = !state.tasks.has(task)
  const isListed = conversations.has(task)
  const conversation = conversations.placeOf({ agentId, contextId: contextIdOf(update), task }, place)
  if (isNew) {
    begin(folds, state, task, conversation.id)
    if (place.sighting.source === 'stream' && exchange.state === 'open')
      task.streamOpened(exchange.id, exchange.call?.operation === 'subscribe')
  }
  if (update.kind === 'task' && update.task.history)
    conversation.history(update.task.history, place, task, isListed)
  if (isNew) conversation.addTask(task, place.sighting.seq)
  if (update.kind === 'artifact') task.artifact(update.artifact, place)
  else {
    if (update.kind === 'status') task.status(update.status, place)
    else task.snapshot(update.task, place)
    const { message } = update.kind === 'status' ? update.status.status : update.task.status
    if (message) conversation.withState(message, place, task)
  }
  task.recorder.settle()
}

function applyMessage(folds: Folds, state: Ongoing, message: Message, place: Place): void {
  const { exchange, agentId, exchangeEvents } = state
  const { contextId, taskId } = message
  const task = taskId ? folds.tasks.find(agentId, taskId) : undefined
  if (task) exchangeEvents.about(task.recorder)
  exchangeEvents.did({ kind: 'said', place, message })
  const conversation = folds.conversations.placeOf({ agentId, contextId, task }, place)
  // Agno streams the answer of a task as messages that name the task, between its states.
  const isOfTask = task !== undefined && place.sighting.source === 'stream' && state.tasks.has(task)
  conversation.direct(message, place, task, isOfTask)
  exchange.conversationId ??= conversation.id
}

/** Adds a sighting to an event that the task already has. */
export function addSighting(folds: Folds, state: Ongoing, taskId: string, index: number, place: Place): void {
  const task = taskOf(folds, state, taskId, place)
  noteCause(folds, state, task, place)
  task.again(index, place)
  task.recorder.settle()
  begin(folds, state, task, state.exchange.conversationId)
}

/** Whether the next chunks continue the text that this exchange delivered last, so that they can be applied as one batch. */
export function expectsPieces({ latest, tasks }: Ongoing, { like }: PiecesRead): boolean {
  return like.taskId !== '' && latest?.taskId === like.taskId && tasks.has(latest.task)
}

export function applyChunks(folds: Folds, state: Ongoing, run: FrameRun, { like, texts }: PiecesRead): void {
  const { channel, agentId, latest } = state
  if (!latest) return
  const { task } = latest
  const { exchangeId, sessionId, seq } = run
  const around = bytesAround(run)
  const raws = run.texts.split('\n')
  const placed = (from: number, to: number, at: number, monoMs: number): Place => ({
    sighting: { source: 'stream', exchangeId, seq: seq + from, at, monoMs, delayMs: 0 },
    channel,
    sessionId,
    bytes: (to - from) * around + utf8Bytes(raws.slice(from, to).join('')),
  })
  let from = 0
  for (const [count, at, monoMs] of run.times) {
    const to = from + count
    for (let place = from; place < to; place += 1) {
      // Chunks that arrived together with the one before usually continue it.
      if (place === from + 1 && task.pieces(like, texts.slice(place, to), placed(place, to, at, monoMs)))
        break
      const where = placed(place, place + 1, at, monoMs)
      noteCause(folds, state, task, where)
      if (place === 0) folds.conversations.placeOf({ agentId, contextId: like.contextId, task }, where)
      task.artifact(withText(like, texts[place] ?? '').artifact, where)
      task.recorder.settle()
    }
    from = to
  }
}

function taskOf({ tasks }: Folds, state: Ongoing, taskId: string, place: Place): TaskFold {
  if (state.latest?.taskId === taskId) return state.latest.task
  const task = tasks.open(state.agentId, taskId, place)
  state.latest = { taskId, task }
  return task
}

function noteCause(
  { causes }: Folds,
  { exchange, exchangeEvents }: Ongoing,
  task: TaskFold,
  place: Place,
): void {
  const { agentId = '', taskId } = task
  if (!exchangeEvents.about(task.recorder))
    causes.set(exchange.id, { agentId: exchange.call?.agentId ?? agentId, taskId })
  task.recorder.onArrival(place)
}

function begin(
  { conversations }: Folds,
  state: Ongoing,
  task: TaskFold,
  conversationId: string | undefined,
): void {
  const { exchange } = state
  state.tasks.add(task)
  if (state.first) return
  state.first = task
  conversations.answered(exchange.id, task)
  exchange.taskKey = task.key
  if (conversationId !== undefined) exchange.conversationId = conversationId
}
