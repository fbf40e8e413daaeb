// The fold from the entries of one task to its timeline. Feed it the entries of the exchanges the task appeared in, those
// about no task included, in the order of the record and in batches of any size. It holds positions, sizes and digests,
// never texts, so that a million events fit; what a row says is read from its entry when somebody looks. It never throws.

import type { Update } from '../../a2a/model.ts'
import { isAtRest } from '../../a2a/task-states.ts'
import { createRecent } from '../../collections/recent.ts'
import type {
  EndEntry,
  Entry,
  FailureEntry,
  FrameEntry,
  RequestEntry,
  WebhookEntry,
} from '../../record/entry.ts'
import type { FrameRun } from '../../record/run.ts'
import type { Reading } from '../reading.ts'
import { outcomeAfter } from '../stream-outcome.ts'
import { contextIdOf, taskIdOf, updatesOf } from '../updates-of.ts'
import { createWebhookPaths } from '../webhook-paths.ts'
import { type ExchangeState, isStreaming, newExchange, sourceOf } from './exchange-state.ts'
import { createFigures } from './figure-fold.ts'
import { createFrameReader } from './frame-reader.ts'
import type { Outline, Row } from './outline.ts'
import { createReconnects } from './reconnects.ts'
import { findingsOf, graver } from './row-findings.ts'
import type { RowTable } from './row-table.ts'
import { createTaskClock, type Moment } from './task-clock.ts'
import { createTeller, type Said } from './teller.ts'
import type { Twin } from './twins.ts'
import { createWebhookRetries } from './webhook-retries.ts'

export interface TaskFold {
  apply(entry: Entry): void
  /** The same as applying each frame, at a fraction of the cost. */
  applyRun(run: FrameRun): void
  /** Grows with every entry that belongs to the task. */
  version(): number
  outline(): Outline
  readonly rows: RowTable
  row(index: number): Row | undefined
  /** The entry of a piece of a burst. */
  chunkSeq(row: number, place: number): number | undefined
  artifactName(artifact: number): string | undefined
  callOf(exchangeId: string): ExchangeState['call']
  sinceMs(moment: Moment): number
}

export interface TaskIdentity {
  readonly taskId: string
  /** Task ids of different agents may coincide. */
  readonly agentId?: string | undefined
}

/** Exchanges remembered: a task that is polled for days has many. */
const mostExchanges = 50_000
const mostSent = 256

export function createTaskFold({ taskId, agentId }: TaskIdentity, reading: Reading): TaskFold {
  const clock = createTaskClock()
  const figures = createFigures()
  const reconnects = createReconnects()
  const teller = createTeller(figures, reconnects)
  const frames = createFrameReader(reading, taskId)
  const paths = createWebhookPaths()
  const retries = createWebhookRetries()
  const exchanges = createRecent<string, ExchangeState>(mostExchanges)
  const openStreams = new Set<string>()
  const sentMs: number[] = []
  let contextId: string | undefined
  let lastStream: Outline['lastStream']
  let lastSeq = 0
  let version = 0
  let cached: Outline | undefined

  const exchangeOf = ({ exchangeId, seq }: Entry): ExchangeState => {
    const known = exchanges.get(exchangeId)
    if (known) return known
    const begun = newExchange(exchangeId, seq)
    exchanges.set(exchangeId, begun)
    return begun
  }
  const isResting = () => isAtRest(teller.lane.state())
  const saidOf = (exchange: ExchangeState, entry: Placed, source: Said['source']): Said => ({
    source,
    exchangeId: exchange.id,
    channel: exchange.channel,
    seq: entry.seq,
    ms: clock.since(entry),
    at: entry.at,
  })

  /** Findings belong to the row their entry is in, else to the next row of the exchange. */
  const attach = (exchange: ExchangeState, entry: Placed, row: number | undefined) => {
    const waiting = exchange.findings
    const own = findingsOf(entry)
    if (row === undefined) {
      if (own) exchange.findings = waiting ? graver(waiting, own) : own
      return
    }
    if (waiting) teller.rows.found(row, waiting)
    if (own) teller.rows.found(row, own)
    exchange.findings = undefined
  }

  const tell = (exchange: ExchangeState, update: Update, said: Said): number | undefined => {
    if ((taskIdOf(update) || taskId) !== taskId) return undefined
    if (update.kind === 'message') return teller.message(update.message, said)
    contextId ??= contextIdOf(update)
    if (said.source === 'stream' && !exchange.streamed) {
      exchange.streamed = true
      openStreams.add(exchange.id)
      if (exchange.call?.operation === 'subscribe') reconnects.back(exchange.id, said)
    }
    switch (update.kind) {
      case 'status':
        return teller.status(update.status, said)
      case 'artifact':
        return teller.artifact(update.artifact, said, openStreams.size)
      case 'task':
        return teller.snapshot(update.task, said, openStreams.size)
    }
  }

  const tellAll = (exchange: ExchangeState, updates: readonly Update[], said: Said) =>
    updates.reduce<number | undefined>((row, update) => tell(exchange, update, said) ?? row, undefined)

  const asked = (exchange: ExchangeState, entry: RequestEntry) => {
    exchange.call = entry.call
    exchange.foreign =
      agentId !== undefined && entry.call.agentId !== undefined && entry.call.agentId !== agentId
    if (exchange.foreign) return
    const said = saidOf(exchange, entry, 'sent')
    figures.asked(said.ms)
    const read = reading.request(entry)
    if (read.kind === 'asked') {
      for (const url of read.pushUrls) paths.registered(url, agentId ?? '', entry.seq)
      if (read.message) {
        if (sentMs.length < mostSent) sentMs.push(said.ms)
        attach(exchange, entry, teller.message({ ...read.message, role: 'user' }, said))
        return
      }
    }
    const { operation } = entry.call
    // Polls are told by what they show.
    if (operation === undefined || operation === 'get' || operation === 'list') return
    if (operation === 'send' || operation === 'stream') return
    attach(exchange, entry, teller.other({ kind: 'call' }, said))
  }

  const heard = (exchange: ExchangeState, entry: FrameEntry | EndEntry | WebhookEntry) => {
    const said = saidOf(exchange, entry, sourceOf(exchange, entry))
    figures.heard(said.ms, isResting())
    if (entry.kind === 'frame' && entry.framing === 'sse-comment') {
      attach(exchange, entry, teller.keepAlive(said))
      return
    }
    const answer = reading.answer(entry, exchange.call, exchange.httpStatus)
    if (answer.kind === 'nothing' && entry.kind !== 'webhook') return attach(exchange, entry, undefined)
    figures.event(said.ms, bytesOf(entry))
    if (said.source === 'stream') reconnects.event(exchange.id)
    if (answer.kind !== 'result') {
      attach(exchange, entry, teller.other({ kind: 'error' }, said))
      return
    }
    const updates = updatesOf(answer.result)
    const tellThem = (repeats?: Twin) => tellAll(exchange, updates, repeats ? { ...said, repeats } : said)
    const again = (row: number, firstMs: number) => teller.again(row, firstMs, said)
    // A status has an identity of its own.
    const mayRepeat = entry.kind === 'webhook' && updates.every(({ kind }) => kind === 'artifact')
    const row = mayRepeat
      ? retries.met(exchange.channel.id, entry, { tell: tellThem, again, ms: said.ms })
      : tellThem()
    const [first] = updates
    if (said.source === 'stream' && first) {
      exchange.outcome = outcomeAfter(exchange.outcome, first, exchange.streamed)
    }
    attach(exchange, entry, row)
  }

  const ended = (exchange: ExchangeState, entry: EndEntry | FailureEntry) => {
    if (entry.kind === 'end') heard(exchange, entry)
    const streaming = isStreaming(exchange)
    const said = saidOf(exchange, entry, streaming ? 'stream' : 'reply')
    openStreams.delete(exchange.id)
    const early = streaming && exchange.outcome === 'open'
    if (exchange.streamed) {
      lastStream = { exchangeId: exchange.id, outcome: early ? 'interrupted' : exchange.outcome }
    }
    if (early && exchange.streamed) {
      const onPurpose = entry.kind === 'failure' && entry.failure === 'aborted'
      reconnects.broken({ ms: said.ms, seq: said.seq, onPurpose })
    }
    if (streaming || entry.kind === 'failure' || exchange.findings) {
      const state = early ? { marks: ['interrupted' as const] } : {}
      attach(exchange, entry, teller.other({ kind: 'end', ...state }, said))
    }
  }

  const belongs = (entry: Entry): ExchangeState | undefined => {
    const exchange = exchangeOf(entry)
    if (exchange.foreign || entry.seq <= exchange.lastSeq) return undefined
    exchange.lastSeq = entry.seq
    lastSeq = Math.max(lastSeq, entry.seq)
    version++
    cached = undefined
    return exchange
  }

  const fold: TaskFold = {
    apply(entry) {
      const exchange = belongs(entry)
      if (!exchange) return
      switch (entry.kind) {
        case 'request':
          return asked(exchange, entry)
        case 'response': {
          const ms = clock.since(entry)
          exchange.httpStatus = entry.status
          figures.heard(ms, isResting())
          return attach(exchange, entry, undefined)
        }
        case 'frame':
          return heard(exchange, entry)
        case 'webhook':
          exchange.channel = paths.of(entry.path).channel
          return heard(exchange, entry)
        case 'end':
        case 'failure':
          return ended(exchange, entry)
        case 'redirect':
        case 'note':
          return
      }
    },
    applyRun(run) {
      frames.each(run, exchanges.get(run.exchangeId), {
        frame: fold.apply,
        chunk(chunk, exchange, moment) {
          if (moment.seq <= exchange.lastSeq) return
          exchange.lastSeq = moment.seq
          lastSeq = Math.max(lastSeq, moment.seq)
          version++
          const said = saidOf(exchange, moment, 'stream')
          figures.heard(said.ms, isResting())
          figures.event(said.ms, chunk.frameBytes)
          reconnects.event(exchange.id)
          attach(exchange, moment, teller.text(chunk, chunk.text, said))
        },
      })
      cached = undefined
    },
    version: () => version,
    rows: teller.rows,
    row: teller.rows.row,
    chunkSeq(index, place) {
      const row = teller.rows.row(index)
      if (row?.artifact === undefined || place < 0 || place >= row.count) return undefined
      return teller.artifacts.chunkSeq(row.artifact, row.place + place)
    },
    artifactName: teller.artifacts.nameOf,
    callOf: (exchangeId) => exchanges.get(exchangeId)?.call,
    sinceMs: clock.of,
    outline() {
      const state = teller.lane.state()
      cached ??= {
        taskId,
        ...(contextId !== undefined && { contextId }),
        startedAt: clock.startedAt(),
        lastSeq,
        rows: teller.rows.length,
        ...(state && { state }),
        openStreams: [...openStreams],
        ...(lastStream && { lastStream }),
        heardMs: figures.heardMs(),
        segments: teller.lane.segments(),
        sentMs: sentMs.slice(),
        artifacts: teller.artifacts.outlines(),
        moreArtifacts: teller.artifacts.more,
        figures: figures.figures(),
        rates: figures.rates(),
        reconnects: reconnects.list(),
        moreRows: teller.moreRows,
      }
      return cached
    },
  }
  return fold
}

/** What must be known of an entry to place it; frames of a run have no findings. */
type Placed = Moment & Pick<Entry, 'seq' | 'findings'>

function bytesOf(entry: FrameEntry | EndEntry | WebhookEntry): number {
  return entry.kind === 'frame' ? entry.raw.sizeBytes : (entry.body?.sizeBytes ?? 0)
}
