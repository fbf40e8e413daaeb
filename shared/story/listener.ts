// Takes in what the entries of an exchange say. Holds what must be remembered between them, and forgets it when the exchange ends.

import type { TaskStatus, Update } from '../a2a/model.ts'
import type { OperationKind } from '../a2a/operation.ts'
import { isSettled, isWaiting } from '../a2a/task-states.ts'
import type { EndEntry, FailureEntry, RequestEntry, ResponseEntry } from '../record/entry.ts'
import type { FrameRun } from '../record/run.ts'
import type { StreamOutcome, WritableExchange } from './exchanges.ts'
import { createHeardWebhooks } from './heard-webhooks.ts'
import type { Answer, PiecesRead } from './known-answers.ts'
import { endSourceOf, type HeardEntry, placeOf, sourceOf } from './place-of.ts'
import type { Asked } from './read-asked.ts'
import { expectsPieces, type Folds, type Ongoing, tellPieces, tellUpdate } from './tell-update.ts'
import { createExchangeDeeds, deedOfAnswer, deedOfEnd, deedOfRequest } from './timeline/exchange-deeds.ts'
import { updatesOf } from './updates-of.ts'

/** A task by the exchange in which it was asked for. */
export type Causes = ReadonlyMap<string, { readonly agentId: string; readonly taskId: string }>

/** `known`: what led to which task, to be told in its place. */
export function createListener(folded: Omit<Folds, 'causes'>, known: Causes) {
  const folds: Folds = { ...folded, causes: new Map(known) }
  const ongoing = new Map<string, Ongoing>()
  const webhooks = createHeardWebhooks(folds)

  const ongoingOf = (exchange: WritableExchange, of?: Pick<Ongoing, 'agentId' | 'channel'>): Ongoing => {
    const state = ongoing.get(exchange.id)
    if (state) return state
    const begun = begin(exchange, of)
    if (exchange.state === 'open') ongoing.set(exchange.id, begun)
    return begun
  }

  return {
    asked(exchange: WritableExchange, entry: RequestEntry, asked: Asked) {
      if (asked.kind === 'not-loaded') exchange.notLoaded++
      const state = ongoingOf(exchange)
      tellAsked(folds, state, entry, asked, known)
      const { pushUrls } = asked.kind === 'asked' ? asked : { pushUrls: [] }
      for (const url of pushUrls) webhooks.registered(url, state.agentId, entry.seq)
    },
    heard(exchange: WritableExchange, entry: HeardEntry, answer: Answer) {
      // What a webhook call is answered with is no word of the agent.
      if (exchange.direction === 'webhook' && entry.kind !== 'webhook') return
      noteFailing(exchange, answer)
      const updates = answer.kind === 'result' ? updatesOf(answer.result) : []
      if (entry.kind === 'webhook') {
        webhooks.heard(ongoingOf(exchange, webhooks.pathOf(entry)), entry, updates[0])
        return
      }
      const state = ongoingOf(exchange)
      const operation = exchange.call?.operation
      const source = sourceOf(operation, entry)
      const place = { ...placeOf(entry, source, state.channel), unasked: operation === 'list' }
      const deed = deedOfAnswer(entry, answer, place)
      if (deed) state.deeds.did(deed)
      for (const update of updates) tellUpdate(folds, state, update, place)
      if (source !== 'stream' || entry.kind !== 'frame' || entry.framing === 'sse-comment') return
      const { events, outcome } = exchange.stream ?? unheard
      const [update] = updates
      exchange.stream = update
        ? { events: events + 1, outcome: outcomeAfter(outcome, update, state.first !== undefined) }
        : { events, outcome }
    },
    /** All frames of a run at once; false where they must be heard one by one. */
    heardPieces(exchange: WritableExchange, run: FrameRun, pieces: PiecesRead): boolean {
      const state = ongoing.get(exchange.id)
      if (!state || !expectsPieces(state, pieces)) return false
      tellPieces(folds, state, run, pieces)
      const { events, outcome } = exchange.stream ?? unheard
      exchange.stream = { events: events + run.count, outcome }
      return true
    },
    responded(exchange: WritableExchange, entry: ResponseEntry) {
      if (exchange.direction === 'webhook') return webhooks.answered(exchange.id, entry.status)
      const { channel, deeds } = ongoingOf(exchange)
      deeds.did({ kind: 'responded', place: placeOf(entry, 'reply', channel) })
    },
    ended(exchange: WritableExchange, entry: EndEntry | FailureEntry) {
      folds.conversations.exchangeEnded(exchange.id)
      const state = ongoing.get(exchange.id)
      if (!state) return
      ongoing.delete(exchange.id)
      tellEnd(state, entry)
    },
    /** Tasks by what led to them, where that turned out only after something else had told of them. */
    causes: (): Causes => folds.causes,
  }
}

const unheard = { events: 0, outcome: 'open' } as const

function begin(
  exchange: WritableExchange,
  of = { agentId: exchange.call?.agentId ?? '', channel: { id: exchange.id, openedSeq: exchange.firstSeq } },
): Ongoing {
  return { exchange, ...of, deeds: createExchangeDeeds(), tasks: new Set() }
}

function tellAsked(
  { tasks, conversations }: Folds,
  state: Ongoing,
  entry: RequestEntry,
  asked: Asked,
  known: Causes,
): void {
  const { agentId, channel, deeds } = state
  const place = placeOf(entry, 'sent', channel)
  const task = asked.taskId ? tasks.find(agentId, asked.taskId) : undefined
  if (task && isAboutTask(entry.call.operation)) state.about = task
  const caused = known.get(entry.exchangeId)
  if (caused) deeds.asksAbout(tasks.recorderOf(caused.agentId, caused.taskId))
  if (task) deeds.asksAbout(task.recorder)
  deeds.did(deedOfRequest(entry, asked, place))
  const message = asked.kind === 'asked' ? asked.message : undefined
  if (message)
    conversations.sent(
      message,
      { agentId, contextId: message.contextId, task, chatId: entry.call.chatId },
      place,
    )
}

function tellEnd({ exchange, channel, deeds, about, tasks }: Ongoing, entry: EndEntry | FailureEntry): void {
  deeds.did(deedOfEnd(exchange, entry, placeOf(entry, endSourceOf(exchange), channel)))
  const isStopped = entry.kind === 'failure' && entry.failure === 'aborted'
  if (about && !isStopped) about.asked(exchange.id, tasks.has(about))
  if (!exchange.stream) return
  const outcome = exchange.stream.outcome === 'open' ? 'interrupted' : exchange.stream.outcome
  exchange.stream = { ...exchange.stream, outcome }
  for (const task of tasks) task.streamEnded(exchange.id, outcome)
}

function noteFailing(exchange: WritableExchange, answer: Answer): void {
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
 * Has a stream said what it had to say? 0.x marks its last event `final`; 1.0 ends after a terminal or an interrupted
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
