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
import { createTaskList, type TaskList } from './task-list.ts'
import type { ConversationView, TaskView } from './task-view.ts'

export interface Snapshot {
  readonly exchanges: List<ExchangeView>
  /** Positions of the webhook calls in `exchanges`. */
  readonly webhooks: List<number>
  readonly tasks: List<TaskView>
  readonly conversations: List<ConversationView>
}

interface ProjectionOptions {
  /** Causes that an earlier fold recognised too late for their timelines. */
  readonly causes?: Causes
  /** Part of the marks of files that were left in the record. */
  readonly farSecret?: string
}

export class Projection {
  readonly #reading: Reading
  readonly #exchanges = createExchangeFold()
  readonly #tasks: TaskList
  readonly #conversations = new ConversationFold()
  readonly #listener: ReturnType<typeof createExchangeReducer>
  #lastSeq = 0
  #cached: Snapshot | undefined

  constructor(reading: Reading, { causes = new Map(), farSecret = '' }: ProjectionOptions = {}) {
    this.#reading = reading
    this.#tasks = createTaskList(farSecret)
    this.#listener = createExchangeReducer({ tasks: this.#tasks, conversations: this.#conversations }, causes)
  }

  /** Entries, and runs of them; what is neither is left out. */
  apply(entries: readonly unknown[]): void {
    for (const each of entries) {
      if (!isRun(each) && !isEntry(each)) continue
      const news = cut(each, this.#lastSeq + 1, countOf(each))
      if (!news) continue
      this.#lastSeq = news.seq + countOf(news) - 1
      if (news.kind === 'run') this.#foldRun(news)
      else this.#fold(news)
      this.#cached = undefined
    }
  }

  /** The cursor to read on from. */
  readonly lastSeq = (): number => this.#lastSeq

  /** Everything as it is now; the same reference while nothing changes. */
  snapshot(): Snapshot {
    this.#cached ??= {
      exchanges: this.#exchanges.list(),
      webhooks: this.#exchanges.webhooks(),
      tasks: this.#tasks.list(),
      conversations: this.#conversations.list(),
    }
    return this.#cached
  }

  readonly exchange = (id: string) => this.#exchanges.view(id)
  readonly task = (key: string) => this.#tasks.view(key)
  readonly conversation = (id: string) => this.#conversations.view(id)

  /** What a task's timeline is read from. */
  readonly recorder = (taskKey: string) => this.#tasks.recorder(taskKey)

  /** Grows when a task was reported before the request that led to it: then everything must be folded again. */
  readonly causes = () => this.#listener.causes()

  #fold(entry: Entry) {
    const exchange = this.#exchanges.apply(entry)
    switch (entry.kind) {
      case 'request':
        return this.#listener.onRequest(exchange, entry, this.#reading.request(entry))
      case 'frame':
      case 'webhook':
      case 'end':
        this.#listener.onAnswer(exchange, entry, this.#reading.answer(entry, exchange.call, exchange.status))
        if (entry.kind === 'end') this.#listener.ended(exchange, entry)
        return
      case 'failure':
        return this.#listener.ended(exchange, entry)
      case 'response':
        return this.#listener.responded(exchange, entry)
      case 'redirect':
      case 'note':
        return
    }
  }

  #foldRun(run: FrameRun) {
    const exchange = this.#exchanges.applyRun(run)
    const pieces = this.#reading.pieces(run, exchange.call)
    if (pieces && this.#listener.onChunks(exchange, run, pieces)) return
    const { exchangeId, sessionId } = run
    const like = { kind: 'frame', framing: 'sse', exchangeId, sessionId } as const
    const around = bytesAround(run)
    this.#reading.lines(run, exchange.call, (answer, place, at, monoMs, text) => {
      const bytes = around + utf8Bytes(text)
      this.#listener.onAnswer(exchange, { ...like, seq: run.seq + place, at, monoMs, bytes }, answer)
    })
  }
}

// Folds one exchange as the chat does.

export function foldExchange(entries: readonly Entry[], bodies: (hash: string) => string | undefined) {
  const projection = new Projection(createReading({ dialectOf, bodies }))
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
