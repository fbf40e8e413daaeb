import type { ExchangeRow } from './exchange-row.ts'

/** How a call ended for who made it; wherever it is shown, it has the colour and the shape of this. */
export type CallOutcome = 'open' | 'ok' | 'stopped' | 'error'

/** An error of the protocol is one, whatever the HTTP status says. */
export function callOutcomeOf({
  state,
  failure,
  status,
  code,
}: Pick<ExchangeRow, 'state' | 'failure' | 'status' | 'code'>): CallOutcome {
  if (state === 'failed') return failure === 'aborted' ? 'stopped' : 'error'
  if (state === 'open') return 'open'
  return code !== undefined || (status !== undefined && status >= 400) ? 'error' : 'ok'
}
