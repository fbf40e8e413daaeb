// Exchanges, filled in as entries arrive, as far as conversations and tasks need them: the wire's list has rows of its own
// (record/exchange-row.ts). What the entries say outright is known here; what the agent meant by it, the listener writes to them.

import type { AgentError } from '../a2a/model.ts'
import type { Writable } from '../a2a/read/members.ts'
import { unansweredRule } from '../a2a/rules/card/unanswered.ts'
import { noEventsRule } from '../a2a/rules/wire/http-facts.ts'
import { createListBuilder } from '../collections/list.ts'
import type { CallFacts, EndEntry, Entry, FailureEntry, FailureKind, WebhookEntry } from '../record/entry.ts'
import { isAnsweredLater } from '../record/exchange-row.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { elapsedMs } from './sightings.ts'
import type { WebhookCallView } from './webhook-call.ts'

/** What had been said on a stream when it ended, or so far. */
export type StreamOutcome = 'open' | 'settled' | 'paused' | 'message' | 'interrupted'

export interface ExchangeView {
  readonly id: string
  /** Position in the list of exchanges: the order in which they started. */
  readonly index: number
  readonly direction: 'call' | 'webhook'
  readonly call?: CallFacts
  readonly state: 'open' | 'done' | 'failed'
  readonly failure?: { readonly kind: FailureKind; readonly message: string }
  /** That nothing answered at the address of the card, and where else the agent may be. */
  readonly unanswered?: string
  /** Why there was no event in its stream. */
  readonly noEvents?: string
  /** The HTTP status: of the last hop, or the one a webhook call was answered with. */
  readonly status?: number
  /** The error in the agent's own words, whatever the HTTP status was; over gRPC the status the call ended with. */
  readonly agentError?: AgentError
  /** Answers that could not be decoded, and why the last one could not. */
  readonly unreadable: number
  readonly unreadableReason?: string
  /** Answers whose body lies apart and was not at hand. */
  readonly notLoaded: number
  readonly startedAt: number
  readonly startedMonoMs: number
  /** Milliseconds since the start. */
  readonly endedMs?: number
  /** Set when the answer arrived as a stream: how many events were understood, and what they left behind. */
  readonly stream?: { readonly events: number; readonly outcome: StreamOutcome }
  /** Of a webhook call: what the record tells about it beyond its bytes. */
  readonly webhook?: WebhookCallView
  /** Keys of the first task and the conversation it turned out to be about. */
  readonly taskKey?: string
  readonly conversationId?: string
  readonly firstSeq: number
}

export type WritableExchange = Writable<ExchangeView>

export function createExchangeFold() {
  const states = new Map<string, WritableExchange>()
  const changed = new Set<WritableExchange>()
  const views = createListBuilder<ExchangeView>()
  const webhooks = createListBuilder<number>()

  const begin = (entry: First): WritableExchange => {
    const state = started(entry, views.length)
    states.set(state.id, state)
    views.push({ ...state })
    if (state.direction === 'webhook') webhooks.push(state.index)
    return state
  }
  const open = (entry: First): WritableExchange => {
    const state = states.get(entry.exchangeId) ?? begin(entry)
    changed.add(state)
    return state
  }
  const settle = (state: WritableExchange) => {
    if (changed.delete(state)) views.set(state.index, { ...state })
  }

  return {
    /**
     * The exchange the entry belongs to, the entry counted in. Views are copies of the state, made later: whoever reads
     * the entry may write to it what that taught, while the entry is being folded.
     */
    apply(entry: Entry): WritableExchange {
      const state = open(entry)
      learn(state, entry)
      return state
    },
    /** The same for all frames of a run. */
    applyRun({ exchangeId, seq, times }: FrameRun): WritableExchange {
      const [, at = 0, monoMs = 0] = times[0] ?? []
      return open({ kind: 'frame', exchangeId, seq, at, monoMs })
    },
    view(id: string): ExchangeView | undefined {
      const state = states.get(id)
      if (!state) return undefined
      settle(state)
      return views.at(state.index)
    },
    list() {
      for (const state of changed) settle(state)
      return views.freeze()
    },
    /** Positions of the webhook calls in `list()`. */
    webhooks: webhooks.freeze,
  }
}

type First = Pick<Entry, 'kind' | 'exchangeId' | 'seq' | 'at' | 'monoMs'>

function started({ kind, exchangeId, seq, at, monoMs }: First, index: number): WritableExchange {
  return {
    id: exchangeId,
    index,
    direction: kind === 'webhook' ? 'webhook' : 'call',
    state: 'open',
    unreadable: 0,
    notLoaded: 0,
    startedAt: at,
    startedMonoMs: monoMs,
    firstSeq: seq,
  }
}

function learn(state: WritableExchange, entry: Entry): void {
  switch (entry.kind) {
    case 'request':
      state.call = entry.call
      return
    case 'response':
      state.status = entry.status
      return
    case 'end':
    case 'failure':
      ended(state, entry)
      return
    case 'webhook':
      called(state, entry)
      return
    case 'redirect':
    case 'frame':
    case 'note':
      return
  }
}

/** An exchange ends once; what a damaged record says after that does not reopen or rewrite it. */
function ended(state: WritableExchange, entry: EndEntry | FailureEntry): void {
  if (state.state !== 'open') return
  state.endedMs = elapsedMs({ at: state.startedAt, monoMs: state.startedMonoMs }, entry)
  state.state = entry.kind === 'failure' ? 'failed' : 'done'
  for (const { rule, message } of entry.findings ?? []) {
    if (rule === unansweredRule) state.unanswered = message
    if (rule === noEventsRule) state.noEvents = message
  }
  if (entry.kind === 'failure') state.failure = { kind: entry.failure, message: entry.message }
  else if (entry.grpcStatus && entry.grpcStatus.code !== 0) state.agentError ??= entry.grpcStatus
}

/** A webhook call is answered as it is recorded, so it starts and ends in one entry; unless it is answered later. */
function called(state: WritableExchange, entry: WebhookEntry): void {
  const { answeredStatus, answer } = entry
  if (answeredStatus > 0) state.status = answeredStatus
  if (isAnsweredLater(entry)) return
  state.endedMs = 0
  state.state = answeredStatus > 0 ? 'done' : 'failed'
  if (answeredStatus > 0) return
  const message = answer?.reason ?? 'The call got no answer.'
  state.failure = { kind: answer?.kind === 'dropped' ? 'aborted' : 'reset', message }
}
