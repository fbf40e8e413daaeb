// Folds the entries of an exchange. Keeps state between them, and drops it when the exchange ends.

import type { TaskStatus, Update } from '../a2a/model.ts'
import type { OperationKind } from '../a2a/operation.ts'
import { isSettled, isWaiting } from '../a2a/task-states.ts'
import { createBoundedCache } from '../collections/lru-cache.ts'
import { defined } from '../defined.ts'
import type { EndEntry, FailureEntry, RequestEntry, ResponseEntry, WebhookEntry } from '../record/entry.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { proofOf } from '../record/webhook-proof.ts'
import { urlParts } from '../url.ts'
import {
  addSighting,
  applyChunks,
  applyUpdate,
  expectsPieces,
  type Folds,
  type Ongoing,
} from './apply-update.ts'
import type { CachedDecode, PiecesRead } from './decode-cache.ts'
import type { StreamOutcome, WritableExchange } from './exchanges.ts'
import { endSourceOf, type FoldedEntry, placeOf, sourceOf } from './place-of.ts'
import type { RequestRead } from './read-request.ts'
import type { Channel } from './sightings.ts'
import { timeOf } from './status-identity.ts'
import type { TaskFold } from './tasks.ts'
import { ExchangeEvents, eventOfAnswer, eventOfEnd, eventOfRequest } from './timeline/exchange-events.ts'
import { statusOf, taskIdOf, updatesOf } from './updates-of.ts'
import { WebhookCalls, type WebhookReport } from './webhook-call.ts'

// Registrations remembered in a session; calls to an older one have no agent.
const maxRegisteredPaths = 100_000

/** Tasks by the exchange that requested them. */
export type Causes = ReadonlyMap<string, { readonly agentId: string; readonly taskId: string }>

/** `causes`: what an earlier fold recognised too late, so that each cause appears in its place. */
export function createExchangeReducer(folded: Omit<Folds, 'causes'>, causes: Causes) {
  const folds: Folds = { ...folded, causes: new Map(causes) }
  const ongoing = new Map<string, Ongoing>()
  const webhooks = createWebhookReducer(folds)

  const ongoingOf = (exchange: WritableExchange, source?: Pick<Ongoing, 'agentId' | 'channel'>): Ongoing => {
    const state = ongoing.get(exchange.id)
    if (state) return state
    const begun = begin(exchange, source)
    if (exchange.state === 'open') ongoing.set(exchange.id, begun)
    return begun
  }

  return {
    onRequest(exchange: WritableExchange, entry: RequestEntry, request: RequestRead) {
      if (request.kind === 'not-loaded') exchange.notLoaded++
      const state = ongoingOf(exchange)
      onRequest(folds, state, entry, request, causes)
      const { pushUrls } = request.kind === 'asked' ? request : { pushUrls: [] }
      for (const url of pushUrls) webhooks.registered(url, state.agentId, entry.seq)
    },
    onAnswer(exchange: WritableExchange, entry: FoldedEntry, answer: CachedDecode) {
      // The response to a webhook call is not the agent's.
      if (exchange.direction === 'webhook' && entry.kind !== 'webhook') return
      noteFailing(exchange, answer)
      const updates = answer.kind === 'result' ? updatesOf(answer.result) : []
      if (entry.kind === 'webhook') {
        webhooks.onAnswer(ongoingOf(exchange, webhooks.pathOf(entry)), entry, updates[0])
        return
      }
      const state = ongoingOf(exchange)
      const operation = exchange.call?.operation
      const source = sourceOf(operation, entry)
      const place = { ...placeOf(entry, source, state.channel), unasked: operation === 'list' }
      const event = eventOfAnswer(entry, answer, place)
      if (event) state.exchangeEvents.did(event)
      for (const update of updates) applyUpdate(folds, state, update, place)
      if (source !== 'stream' || entry.kind !== 'frame' || entry.framing === 'sse-comment') return
      const { events, outcome } = exchange.stream ?? unopened
      const [update] = updates
      exchange.stream = update
        ? { events: events + 1, outcome: outcomeAfter(outcome, update, state.first !== undefined) }
        : { events, outcome }
    },
    /** Applies all frames of a run at once; returns false where they need `onAnswer` one by one. */
    onChunks(exchange: WritableExchange, run: FrameRun, pieces: PiecesRead): boolean {
      const state = ongoing.get(exchange.id)
      if (!state || !expectsPieces(state, pieces)) return false
      applyChunks(folds, state, run, pieces)
      const { events, outcome } = exchange.stream ?? unopened
      exchange.stream = { events: events + run.count, outcome }
      return true
    },
    responded(exchange: WritableExchange, entry: ResponseEntry) {
      if (exchange.direction === 'webhook') return webhooks.answered(exchange.id, entry.status)
      const { channel, exchangeEvents } = ongoingOf(exchange)
      exchangeEvents.did({ kind: 'responded', place: placeOf(entry, 'reply', channel) })
    },
    ended(exchange: WritableExchange, entry: EndEntry | FailureEntry) {
      folds.conversations.exchangeEnded(exchange.id)
      const state = ongoing.get(exchange.id)
      if (!state) return
      ongoing.delete(exchange.id)
      onEnd(state, entry)
    },
    /** Includes causes that this fold recognised too late for their timelines. */
    causes: (): Causes => folds.causes,
  }
}

const unopened = { events: 0, outcome: 'open' } as const

function begin(
  exchange: WritableExchange,
  source = {
    agentId: exchange.call?.agentId ?? '',
    channel: { id: exchange.id, openedSeq: exchange.firstSeq },
  },
): Ongoing {
  return { exchange, ...source, exchangeEvents: new ExchangeEvents(), tasks: new Set() }
}

function onRequest(
  { tasks, conversations }: Folds,
  state: Ongoing,
  entry: RequestEntry,
  request: RequestRead,
  causes: Causes,
): void {
  const { agentId, channel, exchangeEvents } = state
  const place = placeOf(entry, 'sent', channel)
  const task = request.taskId ? tasks.find(agentId, request.taskId) : undefined
  if (task && isAboutTask(entry.call.operation)) state.about = task
  const caused = causes.get(entry.exchangeId)
  if (caused) exchangeEvents.onRequest(tasks.recorderOf(caused.agentId, caused.taskId))
  if (task) exchangeEvents.onRequest(task.recorder)
  exchangeEvents.did(eventOfRequest(entry, request, place))
  const message = request.kind === 'asked' ? request.message : undefined
  if (message)
    conversations.sent(
      message,
      { agentId, contextId: message.contextId, task, chatId: entry.call.chatId },
      place,
    )
}

function onEnd(
  { exchange, channel, exchangeEvents, about, tasks }: Ongoing,
  entry: EndEntry | FailureEntry,
): void {
  exchangeEvents.did(eventOfEnd(exchange, entry, placeOf(entry, endSourceOf(exchange), channel)))
  const isStopped = entry.kind === 'failure' && entry.failure === 'aborted'
  if (about && !isStopped) about.onRequest(exchange.id, tasks.has(about))
  if (!exchange.stream) return
  const outcome = exchange.stream.outcome === 'open' ? 'interrupted' : exchange.stream.outcome
  exchange.stream = { ...exchange.stream, outcome }
  for (const task of tasks) task.streamEnded(exchange.id, outcome)
}

function noteFailing(exchange: WritableExchange, answer: CachedDecode): void {
  if (answer.kind === 'error') exchange.agentError = answer.error
  if (answer.kind === 'not-loaded') exchange.notLoaded++
  if (answer.kind === 'unreadable') {
    exchange.unreadable++
    exchange.unreadableReason = answer.reason
  }
}

function isAboutTask(operation: OperationKind | undefined): boolean {
  return operation === 'get' || operation === 'cancel' || operation === 'subscribe'
}

/**
 * Whether a stream has delivered everything: 0.x marks its last event `final`; 1.0 ends after a terminal or an interrupted
 * state (1.0 §11.7), or after a single message. A stream that ends before is interrupted.
 */
function outcomeAfter(before: StreamOutcome, update: Update, aboutTask: boolean): StreamOutcome {
  switch (update.kind) {
    case 'message':
      return aboutTask ? before : 'message'
    case 'artifact':
      return before
    case 'task':
      return ofStatus(update.task.status, false)
    case 'status':
      return ofStatus(update.status.status, update.status.final === true)
  }
}

function ofStatus({ state }: TaskStatus, final: boolean): StreamOutcome {
  if (isSettled(state)) return 'settled'
  return final || isWaiting(state) ? 'paused' : 'open'
}

// Folds webhook calls: finds the agent by the path, and applies each body once.

function createWebhookReducer(folds: Folds) {
  const paths = createWebhookPaths()
  const calls = new WebhookCalls()
  return {
    registered: paths.registered,
    answered: (exchangeId: string, status: number) => calls.answered(exchangeId, status),
    /** The agent that calls this path, and its channel. */
    pathOf: ({ registration, path }: WebhookEntry) => {
      const { agentId, channel } = paths.pathOf(path)
      return { agentId: registration?.agentId ?? agentId, channel }
    },
    onAnswer(state: Ongoing, entry: WebhookEntry, update: Update | undefined) {
      const place = { ...placeOf(entry, 'push', state.channel), unasked: true }
      // Without proof anyone may have sent it, so it appears in the timeline and changes nothing else of the task.
      if (entry.verdict && proofOf(entry.verdict) === 'wrong') {
        const taskId = (update && taskIdOf(update)) ?? entry.registration?.taskId
        const task = taskId === undefined ? undefined : folds.tasks.find(state.agentId, taskId)
        task?.recorder.did({ kind: 'unproven', place })
        const report = update && webhookReport(update, undefined)
        state.exchange.webhook = calls.viewOf(entry, { report: () => report, again: () => undefined })
        return
      }
      state.exchange.webhook = calls.viewOf(entry, {
        report(before) {
          if (!update) return undefined
          const repeats = before?.landing?.index
          applyUpdate(folds, state, update, repeats === undefined ? place : { ...place, repeats })
          return webhookReport(update, state.latest?.task)
        },
        again({ landing }) {
          if (!update || update.kind === 'message' || !landing) return
          addSighting(folds, state, taskIdOf(update), landing.index, place)
        },
      })
    },
  }
}

function webhookReport(update: Update, task: TaskFold | undefined): WebhookReport {
  const what = update.kind
  if (what === 'message') return { what }
  const status = statusOf(update)
  const claimed = { what, ...defined({ state: status?.state }) }
  if (!task) return claimed
  const since = timeOf(status?.timestamp)
  return { ...claimed, taskKey: task.key, ...defined({ since, landing: task.landing() }) }
}

// A webhook call names neither its agent nor the time from which calls may be expected. Its registration does: requests that
// carried push configurations are remembered by the path of their URL.

interface WebhookPath {
  readonly agentId: string
  readonly channel: Channel
}

function createWebhookPaths() {
  const recent = createBoundedCache<string, WebhookPath>(maxRegisteredPaths)

  return {
    registered(url: string, agentId: string, seq: number) {
      const path = webhookKey(url)
      if (!recent.get(path)) recent.set(path, { agentId, channel: { id: `push ${path}`, openedSeq: seq } })
    },
    /** A path without a registration may report anything since the beginning. */
    pathOf(path: string): WebhookPath {
      const key = webhookKey(path)
      return recent.get(key) ?? { agentId: '', channel: { id: `push ${key}`, openedSeq: 0 } }
    },
  }
}

/** The one segment that is too long to guess: a proxy may add or remove others around it. */
export function webhookKey(url: string): string {
  const path = urlParts(url).path || '/'
  return path.split('/').findLast((segment) => segment.length >= 24) ?? path
}
