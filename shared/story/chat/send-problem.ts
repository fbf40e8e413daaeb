import type { AgentError } from '../../a2a/model.ts'
import { needsAccess } from '../../a2a/needs-access.ts'
import { formatCount } from '../../format-count.ts'
import type { ExchangeView } from '../exchanges.ts'
import type { TaskView } from '../task-view.ts'

export interface SendProblem {
  readonly what: string
  readonly detail: string
  /** Not an error: it was stopped here, or is only too large to show. */
  readonly harmless?: true
  /** The agent wants to know who asks, or to have them allowed more. */
  readonly wantsAccess?: true
  /** Nothing answered at the address that the card names. */
  readonly isUnanswered?: true
  /** It failed for the connection, and may well be answered the next time. */
  readonly mayRetry?: true
}

/** What came instead of an answer, if anything did. A stream that broke off amid a task is told by the task itself. */
export function problemOf(exchange: ExchangeView): SendProblem | undefined {
  const brokeOff = exchange.failure !== undefined || exchange.stream?.outcome === 'interrupted'
  return exchange.taskKey !== undefined && brokeOff && !exchange.agentError
    ? undefined
    : anyProblemOf(exchange)
}

/** The exchange is the stream that broke off, which the task says as long as nothing later was heard of it. */
export function isShownBy(task: TaskView | undefined, { id }: ExchangeView): boolean {
  return task?.phase === 'interrupted' && task.lastStream?.exchangeId === id
}

/** The agent's error, in its own words. */
export function answeredError(
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

/** Whatever the call was about. */
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
      ...answeredError(agentError, http),
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
      ...answeredError({ message: '' }, status),
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
