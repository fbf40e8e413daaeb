// Retries an operation in its second spelling, if the refusal means that the first was not understood and nothing was
// done. Each attempt is a separate exchange in the record.

import type { EncodeOptions } from '#shared/a2a/dialect.ts'
import { type FallbackCall, fallbackCall } from '#shared/a2a/fallback-calls.ts'
import { defined } from '#shared/defined.ts'
import type { CallUpdate } from './reading.ts'
import type { Call, CallRequest, Outcome, Wire } from './wire-types.ts'

export interface EitherCall extends Call {
  /** The exchange with the response; resolves when the call is done. */
  readonly answeredBy: Promise<string>
}

interface SpellingOptions extends EncodeOptions {
  /** Only spellings of the version itself. */
  readonly strict?: boolean
}

/** `options` are those the call was encoded with. */
export function callInEitherSpelling(
  wire: Pick<Wire, 'call'>,
  request: CallRequest,
  { strict = false, ...options }: SpellingOptions = {},
): EitherCall {
  const first = wire.call(request)
  const fallback = fallbackCall(request.dialect.id, request.call, options)
  if (fallback === undefined || (strict && fallback.fault !== undefined))
    return { ...first, answeredBy: Promise.resolve(first.exchangeId) }

  const { call, fault } = fallback
  const last = first.done.then((outcome) =>
    isRefusal(outcome, fallback) ? wire.call({ ...request, call, ...defined({ fault }) }) : first,
  )
  return {
    exchangeId: first.exchangeId,
    updates: inTurn(first, last),
    done: last.then(({ done }) => done),
    answeredBy: last.then(({ exchangeId }) => exchangeId),
  }
}

async function* inTurn(first: Call, last: Promise<Call>): AsyncGenerator<CallUpdate> {
  yield* first.updates
  const second = await last
  if (second !== first) yield* second.updates
}

function isRefusal(outcome: Outcome, { whenStatus, whenCode, whenMessage }: FallbackCall): boolean {
  if (outcome.kind !== 'reply' || outcome.decoded.kind === 'result') return false
  const { code, message = '' } = outcome.decoded.kind === 'error' ? outcome.decoded.error : {}
  if (whenMessage?.test(message)) return true
  return whenStatus.includes(outcome.httpStatus) || (code !== undefined && whenCode.includes(code))
}
