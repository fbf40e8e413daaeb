import { rule } from './rule.ts'

export const streamRules = {
  'JSONRPC-SSE-001': rule({
    title: 'A JSON-RPC stream is text/event-stream',
    severity: 'warning',
    section: 'JSON-RPC stream',
    meaning: 'Streams travel as server-sent events; other framings are read by few clients.',
    hint: 'Send `Content-Type: text/event-stream` and frame each response as one event.',
  }),
  'HTTP_JSON-SSE-001': rule({
    title: 'A REST stream is text/event-stream',
    severity: 'warning',
    section: 'REST stream',
    meaning: 'Streams travel as server-sent events; other framings are read by few clients.',
    hint: 'Send `Content-Type: text/event-stream` and frame each item as one event.',
  }),
  'PARLEY-SSE-001': rule({
    title: 'Line endings are even',
    severity: 'info',
    section: 'REST stream',
    meaning: 'CR alone, or a mixture, is allowed in server-sent events, but breaks simple readers.',
    hint: 'End lines with LF, or with CRLF throughout.',
  }),
  'PARLEY-SSE-002': rule({
    title: 'The stream ends after a whole event',
    severity: 'warning',
    section: 'REST stream',
    meaning:
      'An unfinished event was left over when the stream ended: it was cut off, or lacks its blank line.',
    hint: 'End each event with a blank line before closing.',
  }),
  'PARLEY-SSE-003': rule({
    title: 'Events are not named',
    severity: 'info',
    section: 'JSON-RPC stream',
    meaning: 'A2A uses the default event; readers listening for `message` never see a named one.',
    hint: 'Send events without an `event:` field.',
  }),
  'PARLEY-SSE-004': rule({
    title: 'Each event is one JSON value',
    severity: 'error',
    section: 'JSON-RPC stream',
    meaning: 'The data of an event does not parse as JSON.',
    hint: 'Send one whole JSON value in the `data` of each event.',
  }),
  'PARLEY-SSE-005': rule({
    title: 'A stream has events',
    severity: 'error',
    section: 'stream',
    meaning: 'The stream ended without a single event.',
    hint: 'Send the Task or Message, or an error.',
  }),
  'PARLEY-SSE-006': rule({
    title: 'An event’s data begins with its JSON',
    severity: 'error',
    section: 'JSON-RPC stream',
    meaning:
      'A record separator (U+001E), a byte order mark or the like is before the JSON: other clients fail to parse it.',
    hint: 'Send `data: {…}` with nothing before the JSON.',
  }),
  'PARLEY-SSE-007': rule({
    title: 'Events arrive when they happen',
    severity: 'warning',
    section: 'stream',
    meaning:
      'All events arrived together at the end, although their own timestamps are seconds apart: a proxy or a framework likely buffers the stream.',
    hint: 'Turn off buffering: `proxy_buffering off` in nginx, or send `X-Accel-Buffering: no` and `Cache-Control: no-cache`. In the agent, flush each event, and don’t block its event loop.',
  }),
} as const
