// One line of the wire's list, as the record keeps it beside the entries: what a list shows, sorts and filters by, so that
// nobody has to fold a million entries to draw a screenful of exchanges.

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
  /** HTTP method. */
  readonly method: string
  readonly url: string
  /** JSON-RPC or gRPC method, or `POST /path`. */
  readonly label: string
  /** The first words of the message it sends. */
  readonly words?: string
  readonly operation?: OperationKind
  readonly dialect?: DialectId
  readonly binding?: Binding
  readonly state: 'open' | 'done' | 'failed'
  readonly failure?: FailureKind
  /** HTTP status: of the last hop, or the one a webhook call was answered with. */
  readonly status?: number
  /** The agent's own error code, whatever the HTTP status was; of gRPC its status. */
  readonly code?: number
  /** What the failure or the agent's error says. */
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
  /** The span that its request names: its own, or that of the caller where the trace is continued. */
  readonly traceSpanId?: string
  /** The trace came along with the call of another program, through a tap or to a webhook. */
  readonly traceContinued?: true
  /** Where another program's call was from, through a tap. */
  readonly caller?: string
  /** The `User-Agent` of that, or the coding agent that sent it. */
  readonly program?: string
  /** The agent that made the call, as the sequence of calls tells. */
  readonly callerAgentId?: string
  /** Nothing but a guess reports it. */
  readonly callerGuess?: true
  readonly pinned: boolean
  readonly mark?: Mark
  readonly note?: string
  readonly firstSeq: number
  readonly lastSeq: number
}

/** In a list where webhook calls lie within the first request about their task. */
export interface ListedExchange extends ExchangeRow {
  /** It lies within the request above it. */
  readonly isWithin?: true
  /** How many lie within it. */
  readonly webhookCalls?: number
}

/** Whether a webhook call's exchange goes on: its answer was to wait, or is that of another program. */
export function isAnsweredLater({ answer, via }: Pick<WebhookEntry, 'answer' | 'via'>): boolean {
  return via !== undefined || answer?.kind === 'delayed'
}

/** How a call ended for who made it; wherever it is shown, it has the colour and the shape of this. */
export type CallOutcome = 'open' | 'ok' | 'stopped' | 'error'

/** An error of the protocol is one, and so is a task that failed, whatever the HTTP status says. */
export function callOutcomeOf(
  row: Pick<ExchangeRow, 'state' | 'failure' | 'taskState'> & Answered,
): CallOutcome {
  const { state, failure, taskState } = row
  if (state === 'failed') return failure === 'aborted' ? 'stopped' : 'error'
  if (state === 'open') return 'open'
  return isRefused(row) || isFailure(taskState) ? 'error' : 'ok'
}

type Answered = Pick<ExchangeRow, 'status' | 'code'>

/** Its answer is an error. */
export function isRefused({ status, code }: Answered): boolean {
  return code !== undefined || (status !== undefined && status >= 400)
}
