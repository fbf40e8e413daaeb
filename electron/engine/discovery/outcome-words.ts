import type { Binding } from '#shared/a2a/model.ts'
import { shorten } from '#shared/shorten.ts'
import type { Outcome, RawOutcome } from '../wire/wire.ts'

/** The outcome of a question to an agent, in a few words; `withCode` has the code of its error, too. */
export function outcomeWords(
  outcome: Outcome | RawOutcome,
  result: string,
  { binding, withCode }: { readonly binding?: Binding; readonly withCode?: true } = {},
): string {
  if (outcome.kind === 'failure') return outcome.failure.message
  if (outcome.kind === 'stream') return `${outcome.httpStatus}, a stream of events`
  if (outcome.kind === 'body') return `${outcome.status}`
  const { decoded, httpStatus } = outcome
  // Over gRPC the HTTP status reports nothing: every answer has 200.
  const status = binding === 'GRPC' ? '' : `${httpStatus}, `
  if (decoded.kind === 'result') return `${status}${result}`
  if (decoded.kind === 'unreadable') return `${status}${shorten(decoded.reason)}`
  const { code, message } = decoded.error
  return `${status}${withCode && code !== undefined ? `${code} ` : ''}${shorten(message)}`
}
