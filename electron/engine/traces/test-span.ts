import { randomBytes } from 'node:crypto'
import type { Span } from '#shared/traces/span.ts'

/** To see whether an endpoint takes spans, and to be found there. */
export function testSpan(): Span {
  const now = Date.now()
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: 'Parley test span',
    kind: 'internal',
    startMs: now,
    endMs: now,
    attributes: { 'parley.test': true },
    events: [],
    droppedEvents: 0,
    links: [],
    droppedLinks: 0,
  }
}
