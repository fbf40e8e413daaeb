// How servers frame events (PROTOCOL.md §3.5).

import type { JsonValue } from '#shared/a2a/model.ts'
import type { Quirk } from '../quirk.ts'
import type { Step } from '../steps.ts'

/** `\r\n` line ends, like sse-starlette. */
export const crlf: Quirk = { sse: { eol: '\r\n' } }
/** A bare `\r` as line end: allowed, but not in use. */
export const carriageReturns: Quirk = { sse: { eol: '\r' } }
/** One event over dozens of `data:` lines. */
export const prettyPrinted: Quirk = { sse: { encode: (json) => JSON.stringify(json, null, 2) } }
export const idsAfterData: Quirk = { sse: { after: (index) => [`id: ${index}`] } }
/** Lines that A2A does not use and a parser must accept. */
export const everyField: Quirk = {
  sse: {
    before: (index) => [`: event ${index}`, 'retry: 3000', 'event: message', `id: ${index}`, 'x-unknown: 1'],
  },
}
export const errorsAsEvents: Quirk = { sse: { errorsBefore: () => 'event' } }
export const byteOrderMark: Quirk = { steps: (steps) => withFirst(steps, { step: 'raw', text: '\uFEFF' }) }
/** Like a JSON text sequence. */
export const recordSeparators: Quirk = { sse: { encode: (json) => `\u001e${JSON.stringify(json)}` } }
export const ndjson: Quirk = {
  sse: {
    contentType: 'application/x-ndjson',
    frame: (json: JsonValue) => `${JSON.stringify(json)}\n`,
  },
}
/** The same with the content type of an event stream. */
export const bareLines: Quirk = { sse: { frame: (json: JsonValue) => `${JSON.stringify(json)}\n` } }
/** No blank line after the last event. */
export const unendedLastEvent: Quirk = {
  reply: (answer) =>
    typeof answer.body === 'object' && Symbol.asyncIterator in answer.body
      ? { ...answer, body: withoutLastBlankLine(answer.body) }
      : answer,
}

/** A comment before every event, like a keep-alive. */
export const keepAlives: Quirk = {
  async *steps(steps) {
    for await (const step of steps) {
      yield { step: 'raw', text: ': ping - 2026-11-21 04:35:30.000000+00:00\r\n\r\n' }
      yield step
    }
  },
}

async function* withFirst(steps: AsyncIterable<Step>, first: Step) {
  yield first
  yield* steps
}

async function* withoutLastBlankLine<T>(pieces: AsyncIterable<T>): AsyncGenerator<T | string> {
  let pending: T | undefined
  for await (const piece of pieces) {
    if (pending !== undefined) yield pending
    pending = piece
  }
  if (pending !== undefined) yield typeof pending === 'string' ? pending.replace(/[\r\n]+$/, '\n') : pending
}
