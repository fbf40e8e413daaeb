// The framing of a stream as a whole, from facts counted while it was read.

import { defined } from '../../../defined.ts'
import { formatCount } from '../../../format-count.ts'
import { mediaTypeOf } from '../../../media-type.ts'
import { headerOf } from '../../header-of.ts'
import { contentTypeShown, shown } from '../../json-kinds.ts'
import type { Binding } from '../../model.ts'
import { note, type Report } from '../report.ts'
import { noEventsRule, type StreamFacts } from './http-facts.ts'

export const eventStream = 'text/event-stream'

/** Server-sent events under another content type. */
export function noteStreamType(report: Report, contentType: string | undefined, binding: Binding): void {
  const rule = binding === 'JSONRPC' ? 'JSONRPC-SSE-001' : 'HTTP_JSON-SSE-001'
  const message = `The response is a stream of events, but ${contentTypeShown(contentType)}.`
  note(report, rule, undefined, message)
}

export function checkStreamFacts(report: Report, facts: StreamFacts, binding: Binding): void {
  const section = binding === 'JSONRPC' ? 'JSON-RPC stream' : 'REST stream'
  if (facts.framing === 'json-lines') {
    const message = `The stream is newline-delimited JSON; ${contentTypeShown(facts.contentType)}.`
    note(report, 'PARLEY-HTTP-007', undefined, message, { section })
  } else if (mediaTypeOf(facts.contentType) !== eventStream)
    noteStreamType(report, facts.contentType, binding)
  if (facts.byteOrderMark === true) {
    note(report, 'PARLEY-HTTP-004', undefined, 'The stream begins with a byte order mark.', { section })
  }
  if (facts.lineEndings === 'cr' || facts.lineEndings === 'mixed') {
    const endings = facts.lineEndings === 'cr' ? 'CR alone' : 'CR, LF and CRLF mixed'
    note(report, 'PARLEY-SSE-001', undefined, `The stream’s lines end with ${endings}.`, { section })
  }
  const [name] = facts.eventNames
  if (name !== undefined) {
    const message = `An event has an \`event:\` field, ${shown(name)}.`
    note(report, 'PARLEY-SSE-003', undefined, message, { section })
  }
  if (facts.unparsable > 0) {
    note(report, 'PARLEY-SSE-004', undefined, unparsableSentence(facts), { section })
  }
  if (facts.separated > 0) {
    const message = `${facts.separated} of ${facts.events} events ${facts.separated === 1 ? 'has' : 'have'} a character before the JSON, such as U+001E.`
    note(report, 'PARLEY-SSE-006', undefined, message, { section })
  }
  checkBuffering(report, facts)
  if (!facts.ended) return
  if (facts.events === 0) noteNoEvents(report, facts.bareJson === true)
  if (facts.leftoverBytes > 0 && !(facts.events === 0 && facts.bareJson)) {
    const message = `The stream ended within an event: ${facts.leftoverBytes} bytes were left over.`
    note(report, 'PARLEY-SSE-002', undefined, message, { section })
  }
}

function unparsableSentence({ events, unparsable, firstUnparsable: first }: StreamFacts): string {
  const cant = 'can’t be parsed as JSON'
  if (first === undefined) return `${unparsable} of ${events} events ${cant}.`
  return unparsable === 1
    ? `Event ${first.event} of ${events} ${cant}: ${first.why}.`
    : `${unparsable} of ${events} events ${cant}, the first of them event ${first.event}: ${first.why}.`
}

function noteNoEvents(report: Report, bareJson: boolean): void {
  if (!bareJson) {
    note(report, noEventsRule, undefined, 'The stream ended without an event.')
    return
  }
  const message =
    'The agent sent lines of JSON as an event stream: no event could be read. In an event stream, each event has lines that begin with “data:”.'
  const hint = 'Write `data:` before the JSON of each event, and a blank line after it.'
  note(report, noEventsRule, undefined, message, { hint })
}

/** Timestamps closer than this may be of simultaneous events. */
const minApartMs = 2_000

/** Timestamps may be whole seconds, so their distance may be this much too large. */
const stampMs = 1_000

/**
 * A replay without delays has old timestamps, too, as has the first event of a resumed task, but its client doesn’t wait as
 * long as they are apart.
 */
function checkBuffering(report: Report, { events, timing, headers }: StreamFacts): void {
  if (timing === undefined) return
  const { waitedMs, arrivalMs, timestampsMs } = timing
  const isBurst = timestampsMs >= minApartMs && arrivalMs <= timestampsMs / 10
  if (!isBurst || waitedMs < Math.max(timestampsMs * 0.8, timestampsMs - stampMs)) return
  const arrived = `${events} events arrived within ${formatCount(Math.ceil(arrivalMs))} ms, ${seconds(waitedMs)} after the request`
  const apart = `the timestamps of their statuses are up to ${seconds(timestampsMs)} apart`
  const encoding = headerOf(headers, 'content-encoding')
  const isPacked = encoding !== undefined && encoding !== 'identity'
  const cause = isPacked ? ` The response is compressed (${shown(encoding)}).` : missingHeaders(headers)
  const hint = isPacked
    ? 'Don’t compress `text/event-stream` (`gzip_types` in nginx), or flush the compressor after each event. Turn off buffering in proxies too.'
    : undefined
  const message = `${arrived}, but ${apart}: likely a proxy or framework buffers the stream.${cause}`
  note(report, 'PARLEY-SSE-007', undefined, message, defined({ hint }))
}

function missingHeaders(headers: StreamFacts['headers']): string {
  const missing = [
    /no-cache|no-store/i.test(headerOf(headers, 'cache-control') ?? '') ? '' : '`Cache-Control: no-cache`',
    /^no$/i.test(headerOf(headers, 'x-accel-buffering') ?? '') ? '' : '`X-Accel-Buffering: no`',
  ].filter((each) => each !== '')
  return missing.length === 0 ? '' : ` The response has no ${missing.join(' and no ')}.`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
