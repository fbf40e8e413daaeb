import type { AgentError } from '../../a2a/model.ts'
import { needsAccess } from '../../a2a/needs-access.ts'
import { formatCount } from '../../format-count.ts'
import type { ExchangeView } from '../exchanges.ts'
import type { TaskView } from '../task-view.ts'

export interface SendProblem {
  readonly what: string
  readonly detail: string
  /** Not an error: stopped here, or only too large to show. */
  readonly harmless?: true
  /** The agent requires credentials, or more rights. */
  readonly wantsAccess?: true
  /** No agent answered at the address of the card. */
  readonly isUnanswered?: true
  /** The connection failed; a retry may succeed. */
  readonly mayRetry?: true
}

/** Why there is no answer. A stream that broke off during a task is reported by the task instead. */
export function problemOf(exchange: ExchangeView): SendProblem | undefined {
  const brokeOff = exchange.failure !== undefined || exchange.stream?.outcome === 'interrupted'
  return exchange.taskKey !== undefined && brokeOff && !exchange.agentError
    ? undefined
    : anyProblemOf(exchange)
}

/** Whether the task itself reports that this stream broke off. */
export function isShownBy(task: TaskView | undefined, { id }: ExchangeView): boolean {
  return task?.phase === 'interrupted' && task.lastStream?.exchangeId === id
}

/** The agent's error, in its own words. */
export function errorOfResponse(
  { code, message }: Pick<AgentError, 'code' | 'message'>,
  httpStatus: number | undefined,
): Pick<SendProblem, 'what' | 'detail'> {
  const http = httpStatus !== undefined && httpStatus >= 400 && `HTTP ${httpStatus}`
  const shown = [code !== undefined && `Error ${code}`, http].filter(Boolean)
  return {
    what: shown.length === 0 ? 'Error' : shown.join(', '),
    detail: message || 'No error message.',
  }
}

/** Includes streams that broke off during a task. */
export function anyProblemOf(exchange: ExchangeView): SendProblem | undefined {
  const {
    unanswered,
    noEvents,
    agentError,
    failure,
    unreadable,
    unreadableReason,
    notLoaded,
    status,
    stream,
    state,
    taskKey,
  } = exchange
  if (unanswered !== undefined) {
    return { what: 'Nothing answered at the card’s address', detail: unanswered, isUnanswered: true }
  }
  if (agentError) {
    const http = agentError.httpStatus ?? status
    return {
      ...errorOfResponse(agentError, http),
      ...(needsAccess({ status: http, code: agentError.code, binding: exchange.call?.binding }) && {
        wantsAccess: true,
      }),
    }
  }
  const events = stream?.events ?? 0
  const after = events > 0 ? ` after ${formatCount(events)} ${events === 1 ? 'event' : 'events'}` : ''
  if (failure) {
    const stopped = failure.kind === 'aborted'
    const detail = failure.message
    return stopped
      ? { what: `Disconnected${after}`, detail, harmless: true }
      : {
          what: after === '' ? 'Request failed' : `Stream failed${after}`,
          detail,
          ...(failure.kind === 'idle-closed' && { mayRetry: true }),
        }
  }
  if (unreadable > 0) {
    return { what: 'Couldn’t parse the response', detail: unreadableReason ?? 'It isn’t an A2A response.' }
  }
  if (notLoaded > 0) {
    return {
      what: 'Too large to show',
      detail: 'A body of this call is in the record, but too large for the chat.',
      harmless: true,
    }
  }
  if (stream?.outcome === 'interrupted') {
    const detail = 'The agent closed the stream before the task ended.'
    return { what: `The stream closed early${after}`, detail }
  }
  if (state === 'done' && status !== undefined && status >= 400) {
    return {
      ...errorOfResponse({ message: '' }, status),
      ...(needsAccess({ status }) && { wantsAccess: true }),
    }
  }
  if (noEvents !== undefined) return { what: 'No events in the stream', detail: noEvents }
  if (
    state === 'done' &&
    stream === undefined &&
    taskKey === undefined &&
    exchange.conversationId === undefined
  ) {
    return {
      what: 'Empty response',
      detail: 'The call succeeded, but the response has no message and no task.',
    }
  }
  return undefined
}
