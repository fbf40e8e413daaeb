// Exchanges, built from entries as far as conversations and tasks need them; the console has rows of its own
// (record/exchange-row.ts). This fold reads what entries state; the exchange reducer adds what the agent's answers mean.

import type { AgentError } from '../a2a/model.ts'
import type { Writable } from '../a2a/read/members.ts'
import { unansweredRule } from '../a2a/rules/card/unanswered.ts'
import { noEventsRule } from '../a2a/rules/wire/http-facts.ts'
import { createListBuilder } from '../collections/list.ts'
import type { CallFacts, EndEntry, Entry, FailureEntry, FailureKind, WebhookEntry } from '../record/entry.ts'
import { isDeferred } from '../record/exchange-row.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { elapsedMs } from './sightings.ts'
import type { WebhookCallView } from './webhook-call.ts'

/** What a stream had reported by its end, or so far. */
export type StreamOutcome = 'open' | 'settled' | 'paused' | 'message' | 'interrupted'

export interface ExchangeView {
  readonly id: string
  /** Position in the list of exchanges, which is in order of their start. */
  readonly index: number
  readonly direction: 'call' | 'webhook'
  readonly call?: CallFacts
  readonly state: 'open' | 'done' | 'failed'
  readonly failure?: { readonly kind: FailureKind; readonly message: string }
  /** Why no agent answered at the address of the card, and where it may be instead. */
  readonly unanswered?: string
  /** Why its stream had no event. */
  readonly noEvents?: string
  /** HTTP status of the last hop, or of the response to a webhook call. */
  readonly status?: number
  /** The error as the agent reported it, whatever the HTTP status; over gRPC the status of the call. */
  readonly agentError?: AgentError
  /** Answers that could not be decoded, and the reason of the last one. */
  readonly unreadable: number
  readonly unreadableReason?: string
  /** Answers whose body is stored apart and was not available. */
  readonly notLoaded: number
  readonly startedAt: number
  readonly startedMonoMs: number
  /** Milliseconds since the start. */
  readonly endedMs?: number
  /** Of a streamed answer: how many events were decoded, and the outcome. */
  readonly stream?: { readonly events: number; readonly outcome: StreamOutcome }
  /** Of a webhook call: what the record reports beyond its bytes. */
  readonly webhook?: WebhookCallView
  /** Key of the first task it reported, and its conversation. */
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
     * The exchange of the entry, updated with it. Views are copies that are made later, so the caller may write to the result
     * while it folds the entry.
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

/** An exchange ends once; later entries of a damaged record do not reopen or change it. */
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

/** A webhook call starts and ends in one entry, unless its answer follows later. */
function called(state: WritableExchange, entry: WebhookEntry): void {
  const { answeredStatus, answer } = entry
  if (answeredStatus > 0) state.status = answeredStatus
  if (isDeferred(entry)) return
  state.endedMs = 0
  state.state = answeredStatus > 0 ? 'done' : 'failed'
  if (answeredStatus > 0) return
  const message = answer?.reason ?? 'The call got no answer.'
  state.failure = { kind: answer?.kind === 'dropped' ? 'aborted' : 'reset', message }
}
