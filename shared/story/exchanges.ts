// Exchanges: one line of the wire list each, filled in as entries arrive. Only what the entries say outright is known
// here; what the agent meant by it is learned through `answered`.

import type { Finding, Severity } from '../a2a/finding.ts'
import type { AgentError } from '../a2a/model.ts'
import type { Writable } from '../a2a/read/members.ts'
import { appended, createListBuilder, emptyList, type List } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { isAnsweredLater } from '../record/answered-later.ts'
import type {
  CallFacts,
  ConnectionFacts,
  EndEntry,
  Entry,
  FailureEntry,
  FailureKind,
  FrameEntry,
  ResponseEntry,
  Timings,
  WebhookEntry,
} from '../record/entry.ts'
import { type FrameRun, rawBytes } from '../record/run.ts'
import { elapsedMs } from './sightings.ts'
import type { WebhookCallView } from './webhook-call.ts'

/** How it ended. Absent while it is open. */
type Ending =
  | {
      readonly kind: 'end'
      readonly reason: EndEntry['reason']
      readonly grpcStatus?: { readonly code: number; readonly message: string }
    }
  | {
      readonly kind: 'failure'
      readonly failure: FailureKind
      readonly message: string
      readonly code?: string
    }

/** What had been said on a stream when it ended, or so far. */
export type StreamOutcome = 'open' | 'settled' | 'paused' | 'message' | 'interrupted'

export interface ExchangeView {
  readonly id: string
  /** Position in the list of exchanges: the order in which they started. */
  readonly index: number
  readonly direction: 'call' | 'webhook'
  readonly call?: CallFacts
  readonly method: string
  /** The URL called, or the path the agent called. */
  readonly url: string
  readonly state: 'open' | 'done' | 'failed'
  readonly ending?: Ending
  /** The HTTP status: of the last hop, or the one a webhook call was answered with. */
  readonly status?: number
  readonly httpError: boolean
  /** The error in the agent's own words, whatever the HTTP status was; over gRPC the status the call ended with. */
  readonly agentError?: AgentError
  /** Answers that could not be decoded, and why the last one could not. */
  readonly unreadable: number
  readonly unreadableReason?: string
  /** Answers whose body lies apart and was not at hand. */
  readonly notLoaded: number
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly startedAt: number
  readonly startedMonoMs: number
  /** Milliseconds since the start, as the two below. */
  readonly firstByteMs?: number
  readonly firstFrameMs?: number
  readonly endedMs?: number
  readonly frames: number
  /** Keep-alives and other SSE comments, not among `frames`. */
  readonly comments: number
  /** Set when the answer came as a stream: how many events were understood, and what they left behind. */
  readonly stream?: { readonly events: number; readonly outcome: StreamOutcome }
  readonly findings: Readonly<Record<Severity, number>>
  readonly redirects: List<{ readonly status: number; readonly from: string; readonly to: string }>
  readonly timings?: Timings
  readonly connection?: ConnectionFacts
  /** Of a webhook call: what the record tells about it beyond its bytes. */
  readonly webhook?: WebhookCallView
  /** Keys of the first task and the conversation it turned out to be about. */
  readonly taskKey?: string
  readonly conversationId?: string
  readonly firstSeq: number
  readonly lastSeq: number
}

export type WritableExchange = Writable<ExchangeView>

export interface ExchangeFold {
  /**
   * The exchange the entry belongs to, the entry counted in. Views are copies of the state, made later: whoever reads
   * the entry may write to it what that taught, while the entry is being folded.
   */
  apply(entry: Entry): WritableExchange
  /** The same for all frames of a run. */
  applyRun(run: FrameRun): WritableExchange
  view(id: string): ExchangeView | undefined
  list(): List<ExchangeView>
  /** Positions of the webhook calls in `list()`. */
  webhooks(): List<number>
}

export function createExchangeFold(): ExchangeFold {
  const states = new Map<string, WritableExchange>()
  const changed = new Set<WritableExchange>()
  const views = createListBuilder<ExchangeView>()
  const webhooks = createListBuilder<number>()

  const open = (entry: First): WritableExchange => {
    const known = states.get(entry.exchangeId)
    if (known) return known
    const state = started(entry, views.length)
    states.set(state.id, state)
    views.push({ ...state })
    if (state.direction === 'webhook') webhooks.push(state.index)
    return state
  }
  const settle = (state: WritableExchange) => {
    if (changed.delete(state)) views.set(state.index, { ...state })
  }

  return {
    apply(entry) {
      const state = open(entry)
      learn(state, entry)
      if (entry.findings) state.findings = counted(state.findings, entry.findings)
      state.lastSeq = entry.seq
      changed.add(state)
      return state
    },
    applyRun(run) {
      const { exchangeId, seq } = run
      const [, at = 0, monoMs = 0] = run.times[0] ?? []
      const state = open({ kind: 'frame', exchangeId, seq, at, monoMs })
      state.receivedBytes += rawBytes(run)
      state.frames += run.count
      state.firstFrameMs ??= sinceStart(state, { at, monoMs })
      state.lastSeq = seq + run.count - 1
      changed.add(state)
      return state
    },
    view(id) {
      const state = states.get(id)
      if (!state) return undefined
      settle(state)
      return views.at(state.index)
    },
    list() {
      for (const state of changed) settle(state)
      return views.freeze()
    },
    webhooks: webhooks.freeze,
  }
}

type First = Pick<Entry, 'kind' | 'exchangeId' | 'seq' | 'at' | 'monoMs'>

const noFindings = { error: 0, warning: 0, info: 0 } as const

function started(entry: First, index: number): WritableExchange {
  return {
    id: entry.exchangeId,
    index,
    direction: entry.kind === 'webhook' ? 'webhook' : 'call',
    method: '',
    url: '',
    state: 'open',
    httpError: false,
    unreadable: 0,
    notLoaded: 0,
    sentBytes: 0,
    receivedBytes: 0,
    startedAt: entry.at,
    startedMonoMs: entry.monoMs,
    frames: 0,
    comments: 0,
    findings: noFindings,
    redirects: emptyList,
    firstSeq: entry.seq,
    lastSeq: entry.seq,
  }
}

function learn(state: WritableExchange, entry: Entry): void {
  switch (entry.kind) {
    case 'request':
      state.call = entry.call
      state.method = entry.method
      state.url = entry.url
      state.sentBytes = entry.body?.sizeBytes ?? 0
      return
    case 'response':
      responded(state, entry)
      return
    case 'redirect':
      state.redirects = appended(state.redirects, { status: entry.status, from: entry.from, to: entry.to })
      return
    case 'frame':
      framed(state, entry)
      return
    case 'end':
    case 'failure':
      ended(state, entry)
      return
    case 'webhook':
      called(state, entry)
      return
    case 'note':
      return
  }
}

function responded(state: WritableExchange, entry: ResponseEntry): void {
  state.status = entry.status
  state.httpError = entry.status >= 400
  state.firstByteMs ??= entry.timings?.firstByteMs ?? sinceStart(state, entry)
  if (entry.timings) state.timings = entry.timings
  if (entry.connection) state.connection = entry.connection
}

function framed(state: WritableExchange, entry: FrameEntry): void {
  state.receivedBytes += entry.raw.sizeBytes
  if (entry.framing === 'sse-comment') {
    state.comments++
    return
  }
  state.frames++
  state.firstFrameMs ??= sinceStart(state, entry)
}

/** An exchange ends once; what a damaged record says after that does not reopen or rewrite it. */
function ended(state: WritableExchange, entry: EndEntry | FailureEntry): void {
  if (state.state !== 'open') return
  state.endedMs = sinceStart(state, entry)
  state.receivedBytes = Math.max(state.receivedBytes, entry.receivedBytes)
  state.state = entry.kind === 'failure' ? 'failed' : 'done'
  state.ending = endingOf(entry)
  if (entry.kind === 'end' && entry.grpcStatus && entry.grpcStatus.code !== 0)
    state.agentError ??= entry.grpcStatus
}

function endingOf(entry: EndEntry | FailureEntry): Ending {
  if (entry.kind === 'end') {
    const { reason, grpcStatus } = entry
    return { kind: 'end', reason, ...defined({ grpcStatus }) }
  }
  const { failure, message, code } = entry
  return { kind: 'failure', failure, message, ...defined({ code }) }
}

/** A webhook call is answered as it is recorded, so it starts and ends in one entry; unless it is answered later. */
function called(state: WritableExchange, entry: WebhookEntry): void {
  state.method = entry.method
  state.url = entry.path
  if (entry.answeredStatus > 0) state.status = entry.answeredStatus
  state.httpError = entry.answeredStatus >= 400
  state.receivedBytes = entry.body?.sizeBytes ?? 0
  if (isAnsweredLater(entry)) return
  state.endedMs = 0
  state.state = entry.answeredStatus > 0 ? 'done' : 'failed'
  if (entry.answeredStatus > 0) return
  const message = entry.answer?.reason ?? 'The call got no answer.'
  state.ending = { kind: 'failure', failure: entry.answer?.kind === 'dropped' ? 'aborted' : 'reset', message }
}

function sinceStart(state: WritableExchange, entry: Pick<Entry, 'at' | 'monoMs'>): number {
  return elapsedMs({ at: state.startedAt, monoMs: state.startedMonoMs }, entry)
}

function counted(before: ExchangeView['findings'], findings: readonly Finding[]): ExchangeView['findings'] {
  const counts = { ...before }
  for (const { severity } of findings) counts[severity]++
  return counts
}
