// Brings what was said to where it belongs: an update to its task, its conversation and its exchange. Holds what must be
// remembered between the entries of one exchange, and forgets it when the exchange ends.

import type { Message, Update } from '../a2a/model.ts'
import { withText } from '../a2a/next-event.ts'
import type { OperationKind } from '../a2a/operation.ts'
import { defined } from '../defined.ts'
import type { EndEntry, FailureEntry, RequestEntry, ResponseEntry, WebhookEntry } from '../record/entry.ts'
import { wrapBytes } from '../record/plain-frame.ts'
import type { FrameRun } from '../record/run.ts'
import { utf8Bytes } from '../record/text-size.ts'
import type { ConversationFold } from './conversations.ts'
import type { WritableExchange } from './exchanges.ts'
import type { Answer, PiecesRead } from './known-answers.ts'
import { endSourceOf, type HeardEntry, placeOf, sourceOf } from './place-of.ts'
import type { Asked } from './read-asked.ts'
import type { Channel, Place } from './sightings.ts'
import { timeOf } from './status-identity.ts'
import { outcomeAfter } from './stream-outcome.ts'
import type { TaskList } from './task-list.ts'
import type { TaskFold } from './tasks.ts'
import {
  createExchangeDeeds,
  deedOfAnswer,
  deedOfEnd,
  deedOfRequest,
  type ExchangeDeeds,
} from './timeline/exchange-deeds.ts'
import { contextIdOf, taskIdOf, updatesOf } from './updates-of.ts'
import { type CallTold, createWebhookCalls } from './webhook-call.ts'
import { createWebhookPaths } from './webhook-paths.ts'

export interface Folds {
  readonly tasks: TaskList
  readonly conversations: ConversationFold
}

export interface Listener {
  asked(exchange: WritableExchange, entry: RequestEntry, asked: Asked): void
  heard(exchange: WritableExchange, entry: HeardEntry, answer: Answer): void
  /** Whether more pieces of the text that the exchange told of last can be told all at once. */
  expects(exchange: WritableExchange, pieces: PiecesRead): boolean
  heardPieces(exchange: WritableExchange, run: FrameRun, pieces: PiecesRead): void
  responded(exchange: WritableExchange, entry: ResponseEntry): void
  ended(exchange: WritableExchange, entry: EndEntry | FailureEntry): void
  /** Tasks by what led to them, where that turned out only after something else had told of them. */
  causes(): Causes
}

/** A task by the exchange in which it was asked for. */
export type Causes = ReadonlyMap<string, { readonly agentId: string; readonly taskId: string }>

/** What an open exchange has brought so far. */
interface Ongoing {
  readonly channel: Channel
  readonly deeds: ExchangeDeeds
  readonly tasks: Set<TaskFold>
  /** The one it asks about. */
  about?: TaskFold
  first?: TaskFold
  /** The one told of last: most streams tell of one task only. */
  latest?: { readonly taskId: string; readonly task: TaskFold }
}

/** `known`: what led to which task, to be told in its place. */
export function createListener({ tasks, conversations }: Folds, known: Causes): Listener {
  const causes = new Map(known)
  const ongoing = new Map<string, Ongoing>()
  const paths = createWebhookPaths()
  const calls = createWebhookCalls()

  const ongoingOf = (exchange: WritableExchange): Ongoing => {
    const state = ongoing.get(exchange.id)
    if (state) return state
    const channel = { id: exchange.id, openedSeq: exchange.firstSeq }
    const begun = { channel, deeds: createExchangeDeeds(), tasks: new Set<TaskFold>() }
    if (exchange.state === 'open') ongoing.set(exchange.id, begun)
    return begun
  }

  const taskOf = (state: Ongoing, agentId: string, taskId: string, place: Place): TaskFold => {
    if (state.latest?.taskId === taskId) return state.latest.task
    const task = tasks.open(agentId, taskId, place)
    state.latest = { taskId, task }
    return task
  }
  const hear = (exchange: WritableExchange, { deeds }: Ongoing, task: TaskFold, place: Place) => {
    const { agentId = '', taskId } = task
    if (!deeds.about(task.recorder))
      causes.set(exchange.id, { agentId: exchange.call?.agentId ?? agentId, taskId })
    task.recorder.heard(place)
  }
  const tell = (
    exchange: WritableExchange,
    state: Ongoing,
    agentId: string,
    update: Update,
    place: Place,
  ) => {
    if (update.kind === 'message') {
      direct(exchange, state, agentId, update.message, place)
      return
    }
    // An event without a task id can only mean the task its stream is about.
    const taskId = taskIdOf(update) || state.first?.taskId || ''
    const task = taskOf(state, agentId, taskId, place)
    hear(exchange, state, task, place)
    const isNew = !state.tasks.has(task)
    const isMet = conversations.has(task)
    const conversation = conversations.placeOf({ agentId, contextId: contextIdOf(update), task }, place)
    if (isNew) begin(exchange, state, task, conversation.id)
    if (isNew && place.sighting.source === 'stream' && exchange.state === 'open')
      task.streamOpened(exchange.id, exchange.call?.operation === 'subscribe')
    if (update.kind === 'task' && update.task.history) {
      conversation.history(update.task.history, place, task, isMet)
    }
    if (isNew) conversation.task(task, place)
    if (update.kind === 'artifact') task.artifact(update.artifact, place)
    else {
      if (update.kind === 'status') task.status(update.status, place)
      else task.snapshot(update.task, place)
      const { message } = update.kind === 'status' ? update.status.status : update.task.status
      if (message) conversation.withState(message, place, task)
    }
    task.recorder.settle()
  }
  const direct = (
    exchange: WritableExchange,
    state: Ongoing,
    agentId: string,
    message: Message,
    place: Place,
  ) => {
    const { contextId, taskId } = message
    const { deeds } = state
    const task = taskId ? tasks.find(agentId, taskId) : undefined
    if (task) deeds.about(task.recorder)
    deeds.did({ kind: 'said', place, message })
    const conversation = conversations.placeOf({ agentId, contextId, task }, place)
    // Agno streams the answer of a task in messages that name it, between its states.
    const isOfTask = task !== undefined && place.sighting.source === 'stream' && state.tasks.has(task)
    conversation.direct(message, place, task, isOfTask)
    exchange.conversationId ??= conversation.id
  }
  const begin = (
    exchange: WritableExchange,
    state: Ongoing,
    task: TaskFold,
    conversationId: string | undefined,
  ) => {
    state.tasks.add(task)
    if (state.first) return
    state.first = task
    conversations.answered(exchange.id, task)
    exchange.taskKey = task.key
    if (conversationId !== undefined) exchange.conversationId = conversationId
  }

  const follow = (exchange: WritableExchange, state: Ongoing, update: Update | undefined) => {
    const { events, outcome } = exchange.stream ?? { events: 0, outcome: 'open' }
    exchange.stream = update
      ? { events: events + 1, outcome: outcomeAfter(outcome, update, state.first !== undefined) }
      : { events, outcome }
  }

  const pushed = (
    exchange: WritableExchange,
    state: Ongoing,
    entry: WebhookEntry,
    update: Update | undefined,
  ) => {
    const { agentId: owner, channel } = paths.of(entry.path)
    const agentId = entry.registration?.agentId ?? owner
    const place = { ...placeOf(entry, 'push', channel), unasked: true }
    exchange.webhook = calls.met(entry, {
      tell(before) {
        if (!update) return undefined
        const repeats = before?.landing?.index
        tell(exchange, state, agentId, update, repeats === undefined ? place : { ...place, repeats })
        return toldBy(update, state.latest?.task)
      },
      again({ landing }) {
        if (!update || update.kind === 'message' || !landing) return
        const task = taskOf(state, agentId, taskIdOf(update), place)
        hear(exchange, state, task, place)
        task.again(landing.index, place)
        task.recorder.settle()
        begin(exchange, state, task, exchange.conversationId)
      },
    })
  }

  const noteFailing = (exchange: WritableExchange, answer: Answer) => {
    if (answer.kind === 'error') exchange.agentError = answer.error
    if (answer.kind === 'not-loaded') exchange.notLoaded++
    if (answer.kind === 'unreadable') {
      exchange.unreadable++
      exchange.unreadableReason = answer.reason
    }
  }

  return {
    asked(exchange, entry, asked) {
      if (asked.kind === 'not-loaded') exchange.notLoaded++
      const agentId = entry.call.agentId ?? ''
      const state = ongoingOf(exchange)
      const { channel, deeds } = state
      const place = placeOf(entry, 'sent', channel)
      const task = asked.taskId ? tasks.find(agentId, asked.taskId) : undefined
      if (task && isAboutTask(exchange.call?.operation)) state.about = task
      const caused = known.get(exchange.id)
      if (caused) deeds.about(tasks.recorderOf(caused.agentId, caused.taskId))
      if (task) deeds.about(task.recorder)
      deeds.did(deedOfRequest(entry, asked, place))
      if (asked.kind !== 'asked') return
      for (const url of asked.pushUrls) paths.registered(url, agentId, entry.seq)
      const { message } = asked
      if (message) conversations.sent(message, { agentId, contextId: message.contextId, task }, place)
    },
    heard(exchange, entry, answer) {
      // What a webhook call is answered with is no word of the agent.
      if (exchange.direction === 'webhook' && entry.kind !== 'webhook') return
      const source = sourceOf(exchange, entry)
      const state = ongoingOf(exchange)
      noteFailing(exchange, answer)
      const updates = answer.kind === 'result' ? updatesOf(answer.result) : []
      if (entry.kind === 'webhook') {
        pushed(exchange, state, entry, updates[0])
        return
      }
      const unasked = exchange.call?.operation === 'list'
      const place = { ...placeOf(entry, source, state.channel), unasked }
      const agentId = exchange.call?.agentId ?? ''
      const deed = deedOfAnswer(entry, answer, place)
      if (deed) state.deeds.did(deed)
      for (const update of updates) tell(exchange, state, agentId, update, place)
      if (source === 'stream' && entry.kind === 'frame' && entry.framing !== 'sse-comment') {
        follow(exchange, state, updates[0])
      }
    },
    expects(exchange, { like }) {
      const state = ongoing.get(exchange.id)
      return like.taskId !== '' && state?.latest?.taskId === like.taskId && state.tasks.has(state.latest.task)
    },
    heardPieces(exchange, run, { like, texts }) {
      const state = ongoingOf(exchange)
      const task = state.latest?.task
      if (!task) return
      const { exchangeId, sessionId, seq } = run
      const { channel } = state
      const agentId = exchange.call?.agentId ?? ''
      const around = wrapBytes(run.wrap) + utf8Bytes(run.before) + utf8Bytes(run.after)
      const raws = run.texts.split('\n')
      const bytesOf = (from: number, to: number) =>
        (to - from) * around + utf8Bytes(raws.slice(from, to).join(''))
      const placed = (from: number, to: number, at: number, monoMs: number): Place => ({
        sighting: { source: 'stream', exchangeId, seq: seq + from, at, monoMs, delayMs: 0 },
        channel,
        sessionId,
        bytes: bytesOf(from, to),
      })
      let from = 0
      for (const [count, at, monoMs] of run.times) {
        const to = from + count
        for (let place = from; place < to; place += 1) {
          // What came together with a piece mostly goes on with it.
          if (place === from + 1) {
            const where = placed(place, to, at, monoMs)
            if (task.pieces(like, texts.slice(place, to), where)) break
          }
          const where = placed(place, place + 1, at, monoMs)
          hear(exchange, state, task, where)
          if (place === 0) conversations.placeOf({ agentId, contextId: like.contextId, task }, where)
          task.artifact(withText(like, texts[place] ?? '').artifact, where)
          task.recorder.settle()
        }
        from = to
      }
      const { events, outcome } = exchange.stream ?? { events: 0, outcome: 'open' }
      exchange.stream = { events: events + run.count, outcome }
    },
    responded(exchange, entry) {
      if (exchange.direction === 'webhook') return calls.answered(exchange.id, entry.status)
      const { channel, deeds } = ongoingOf(exchange)
      deeds.did({ kind: 'responded', place: placeOf(entry, 'reply', channel) })
    },
    ended(exchange, entry) {
      conversations.exchangeEnded(exchange.id)
      const state = ongoing.get(exchange.id)
      if (!state) return
      ongoing.delete(exchange.id)
      state.deeds.did(deedOfEnd(exchange, entry, placeOf(entry, endSourceOf(exchange), state.channel)))
      const isStopped = entry.kind === 'failure' && entry.failure === 'aborted'
      if (state.about && !isStopped) state.about.asked(exchange.id, state.tasks.has(state.about))
      if (!exchange.stream) return
      const outcome = exchange.stream.outcome === 'open' ? 'interrupted' : exchange.stream.outcome
      exchange.stream = { ...exchange.stream, outcome }
      for (const task of state.tasks) task.streamEnded(exchange.id, outcome)
    },
    causes: () => causes,
  }
}

function isAboutTask(operation: OperationKind | undefined): boolean {
  return operation === 'get' || operation === 'cancel' || operation === 'subscribe'
}

function toldBy(update: Update, task: TaskFold | undefined): CallTold {
  const landing = task?.landing()
  const what = update.kind
  if (!task || update.kind === 'message') return { what }
  const status =
    update.kind === 'task' ? update.task.status : update.kind === 'status' ? update.status.status : undefined
  const since = timeOf(status?.timestamp)
  return {
    what,
    taskKey: task.key,
    ...defined({ state: status?.state, since, landing }),
  }
}
