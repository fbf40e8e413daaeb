// The ids of the spans of an exchange or a task. They follow from Parley's own ids, so that a session exported twice is the same
// trace, and a header can name a span before it exists.

/** Hexadecimal digits of a text, 32 or more, the same for the same text. */
export type Digest = (text: string) => string

const traceIdDigits = 32
const spanIdDigits = 16

export interface SpanIds {
  readonly traceId: string
  /** Of a call that was passed on, what came in. */
  readonly incoming: string
  readonly operation: string
  readonly transport: string
}

export function exchangeSpanIds(digest: Digest, exchangeId: string): SpanIds {
  const spanId = (name: string) => digest(`${name} span of exchange ${exchangeId}`).slice(0, spanIdDigits)
  return {
    traceId: digest(`trace of exchange ${exchangeId}`).slice(0, traceIdDigits),
    incoming: spanId('incoming'),
    operation: spanId('operation'),
    transport: spanId('transport'),
  }
}

export function taskSpanIds(digest: Digest, sessionId: string, taskId: string) {
  const name = `task ${taskId} in session ${sessionId}`
  return {
    traceId: digest(`trace of ${name}`).slice(0, traceIdDigits),
    spanId: digest(`span of ${name}`).slice(0, spanIdDigits),
  }
}
