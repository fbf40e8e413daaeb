import { isFailure } from '../a2a/task-states.ts'
import type { ExchangeRow } from './exchange-row.ts'

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
