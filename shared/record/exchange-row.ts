// One row of the wire's list, stored beside the entries: what a list shows, sorts and filters by, so that a screenful of
// exchanges does not require folding a million entries.

import type { DialectId } from '../a2a/dialect.ts'
import type { Severity } from '../a2a/finding.ts'
import type { Binding, TaskState } from '../a2a/model.ts'
import type { OperationKind } from '../a2a/operation.ts'
import { isFailure } from '../a2a/task-states.ts'
import type { CallFacts, FailureKind, WebhookEntry } from './entry.ts'

export const marks = ['red', 'orange', 'green', 'blue', 'violet'] as const
type Mark = (typeof marks)[number]

export interface ExchangeRow {
  readonly id: string
  readonly sessionId: string
  readonly kind: CallFacts['purpose'] | 'webhook'
  readonly agentId?: string
  readonly method: string
  readonly url: string
  /** JSON-RPC or gRPC method, or `POST /path`. */
  readonly label: string
  /** The first words of its message. */
  readonly words?: string
  readonly operation?: OperationKind
  readonly dialect?: DialectId
  readonly binding?: Binding
  readonly state: 'open' | 'done' | 'failed'
  readonly failure?: FailureKind
  /** HTTP status of the last hop, or of the response to a webhook call. */
  readonly status?: number
  /** The agent's error code, whatever the HTTP status; for gRPC its status. */
  readonly code?: number
  /** The message of the failure or of the agent's error. */
  readonly problem?: string
  readonly sentBytes: number
  readonly receivedBytes: number
  /** Wall clock, milliseconds since 1970. */
  readonly startedAt: number
  readonly startedMonoMs: number
  /** Milliseconds since the start, as the next three. */
  readonly connectedMs?: number
  readonly headMs?: number
  readonly firstFrameMs?: number
  readonly endedMs?: number
  /** Keep-alives and other comments included. */
  readonly frames: number
  readonly comments: number
  readonly findings: Readonly<Record<Severity, number>>
  readonly taskId?: string
  /** The last state of this task in it. */
  readonly taskState?: TaskState
  readonly contextId?: string
  /** The trace that its request names. */
  readonly traceId?: string
  /** The span that its request names: its own, or the caller's where the trace is continued. */
  readonly traceSpanId?: string
  /** The trace arrived with another program's call, through a tap or to a webhook. */
  readonly traceContinued?: true
  /** Address of another program that called through a tap. */
  readonly caller?: string
  /** Its `User-Agent`, or the coding agent that sent the call. */
  readonly program?: string
  /** The agent that made the call, according to the sequence of calls. */
  readonly callerAgentId?: string
  /** The caller is a guess. */
  readonly callerGuess?: true
  readonly pinned: boolean
  readonly mark?: Mark
  readonly note?: string
  readonly firstSeq: number
  readonly lastSeq: number
}

/** In a list where webhook calls are grouped below the first request about their task. */
export interface ListedExchange extends ExchangeRow {
  /** It belongs to the request above it. */
  readonly isWithin?: true
  readonly webhookCalls?: number
}

/** Whether a webhook call continues: its answer is delayed, or another program's. */
export function isDeferred({ answer, via }: Pick<WebhookEntry, 'answer' | 'via'>): boolean {
  return via !== undefined || answer?.kind === 'delayed'
}

/** The outcome of a call for its caller; determines its colour and shape everywhere. */
export type CallOutcome = 'open' | 'ok' | 'stopped' | 'error'

/** An error of the protocol or a failed task is an error, whatever the HTTP status. */
export function callOutcomeOf(
  row: Pick<ExchangeRow, 'state' | 'failure' | 'taskState'> & Answered,
): CallOutcome {
  const { state, failure, taskState } = row
  if (state === 'failed') return failure === 'aborted' ? 'stopped' : 'error'
  if (state === 'open') return 'open'
  return isRefused(row) || isFailure(taskState) ? 'error' : 'ok'
}

type Answered = Pick<ExchangeRow, 'status' | 'code'>

export function isRefused({ status, code }: Answered): boolean {
  return code !== undefined || (status !== undefined && status >= 400)
}
