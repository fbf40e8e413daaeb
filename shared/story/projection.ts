// The fold from a record to what a window shows: exchanges, tasks, conversations. Takes entries in the order of the record, in
// batches of any size; skips entries it has had, so pages may overlap. It keeps mutable state inside and returns immutable
// views: a view keeps its reference until its content changes.
// `reading` decodes the JSON. The fold requests nothing and never throws.

import { dialectOf } from '../a2a/dialects.ts'
import { type List, slice } from '../collections/list.ts'
import type { Entry } from '../record/entry.ts'
import { isEntry, isRun } from '../record/entry-shape.ts'
import { bytesAround, countOf, cut } from '../record/run.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { utf8Bytes } from '../record/text-size.ts'
import { anyProblemOf } from './chat/send-problem.ts'
import { ConversationFold } from './conversations.ts'
import { type Causes, createExchangeReducer } from './exchange-reducer.ts'
import { createExchangeFold, type ExchangeView } from './exchanges.ts'
import { createReading, type Reading } from './reading.ts'
import { createTaskList } from './task-list.ts'
import type { ConversationView, TaskView } from './task-view.ts'
import type { TaskTimelineFold } from './timeline/task-timeline-fold.ts'

export interface Snapshot {
  readonly exchanges: List<ExchangeView>
  /** Positions of the webhook calls in `exchanges`. */
  readonly webhooks: List<number>
  readonly tasks: List<TaskView>
  readonly conversations: List<ConversationView>
}

export interface Projection {
  /** Takes entries and runs, and skips anything else. */
  apply(entries: readonly unknown[]): void
  /** The cursor to continue from. */
  lastSeq(): number
  /** The same reference while nothing changes. */
  snapshot(): Snapshot
  exchange(id: string): ExchangeView | undefined
  task(key: string): TaskView | undefined
  conversation(id: string): ConversationView | undefined
  recorder(key: string): TaskTimelineFold | undefined
  /** Grows when a cause is recognised after its task had appeared: then pass them to a new fold. */
  causes(): Causes
}

interface ProjectionOptions {
  /** Causes that an earlier fold recognised too late for their timelines. */
  readonly causes?: Causes
  /** Part of the marks of files that were left in the record. */
  readonly farSecret?: string
}

export function createProjection(
  reading: Reading,
  { causes = new Map(), farSecret = '' }: ProjectionOptions = {},
): Projection {
  const exchanges = createExchangeFold()
  const tasks = createTaskList(farSecret)
  const conversations = new ConversationFold()
  const listener = createExchangeReducer({ tasks, conversations }, causes)
  let lastSeq = 0
  let cached: Snapshot | undefined

  const fold = (entry: Entry) => {
    const exchange = exchanges.apply(entry)
    switch (entry.kind) {
      case 'request':
        return listener.onRequest(exchange, entry, reading.request(entry))
      case 'frame':
      case 'webhook':
        return listener.onAnswer(exchange, entry, reading.answer(entry, exchange.call, exchange.status))
      case 'end':
        listener.onAnswer(exchange, entry, reading.answer(entry, exchange.call, exchange.status))
        return listener.ended(exchange, entry)
      case 'failure':
        return listener.ended(exchange, entry)
      case 'response':
        return listener.responded(exchange, entry)
      case 'redirect':
      case 'note':
        return
    }
  }

  const foldRun = (run: FrameRun) => {
    const exchange = exchanges.applyRun(run)
    const pieces = reading.pieces(run, exchange.call)
    if (pieces && listener.onChunks(exchange, run, pieces)) return
    const { exchangeId, sessionId } = run
    const like = { kind: 'frame', framing: 'sse', exchangeId, sessionId } as const
    const around = bytesAround(run)
    reading.lines(run, exchange.call, (answer, place, at, monoMs, text) => {
      const bytes = around + utf8Bytes(text)
      listener.onAnswer(exchange, { ...like, seq: run.seq + place, at, monoMs, bytes }, answer)
    })
  }

  return {
    apply(entries) {
      for (const each of entries) {
        if (!isRun(each) && !isEntry(each)) continue
        const news = cut(each, lastSeq + 1, countOf(each))
        if (!news) continue
        lastSeq = news.seq + countOf(news) - 1
        if (news.kind === 'run') foldRun(news)
        else fold(news)
        cached = undefined
      }
    },
    lastSeq: () => lastSeq,
    snapshot() {
      cached ??= {
        exchanges: exchanges.list(),
        webhooks: exchanges.webhooks(),
        tasks: tasks.list(),
        conversations: conversations.list(),
      }
      return cached
    },
    exchange: exchanges.view,
    task: tasks.view,
    conversation: conversations.view,
    recorder: tasks.recorder,
    causes: listener.causes,
  }
}

// Folds one exchange as the chat does.

export function foldExchange(entries: readonly Entry[], bodies: (hash: string) => string | undefined) {
  const projection = createProjection(createReading({ dialectOf, bodies }))
  projection.apply(entries)
  const { conversations, exchanges, tasks } = projection.snapshot()
  const messages = slice(conversations).flatMap(({ items }) =>
    slice(items).flatMap((item) => (item.kind === 'message' ? [item.message] : [])),
  )
  return {
    tasks: slice(tasks),
    sent: messages.find(({ origin }) => origin === 'sent'),
    replies: messages.filter(({ origin }) => origin === 'direct'),
    problems: slice(exchanges).flatMap((exchange) => anyProblemOf(exchange) ?? []),
  }
}
