// Heads of HTTP/2 as pairs, in their order: pseudo-fields come first and begin with a colon (RFC 9113 §8.3).

import type { OutgoingHttpHeaders, ServerHttp2Stream, ServerStreamResponseOptions } from 'node:http2'
import type { RawHeaders } from '#shared/record/entry.ts'

export function withoutPseudo(head: RawHeaders): RawHeaders {
  return head.filter(([name]) => !name.startsWith(':'))
}

/** For another server: whom the caller called is who is called now. */
export function addressedTo(head: RawHeaders, origin: string): RawHeaders {
  const { protocol } = new URL(origin)
  const authority = origin.replace(/^\w+:\/\//, '')
  return head.map(([name, value]) => {
    if (name === ':scheme') return [name, protocol.slice(0, -1)]
    return [name, name === ':authority' || name === 'host' ? authority : value]
  })
}

/** As Node takes trailers, and heads of its older ways: those of one name follow each other. */
export function byName(headers: RawHeaders): OutgoingHttpHeaders {
  const found = new Map<string, string[]>()
  for (const [name, value] of headers)
    found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), value])
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

/** A status that is all of an answer. */
export function statusAlone(code: number, message: string): RawHeaders {
  return [
    [':status', '200'],
    ['content-type', 'application/grpc'],
    ['grpc-status', String(code)],
    ['grpc-message', encodeURIComponent(message).replaceAll('%20', ' ')],
  ]
}

/** As it is: Node would add a date, and its types don't know how that is left. */
export function respond(
  stream: ServerHttp2Stream,
  head: RawHeaders,
  options: ServerStreamResponseOptions = {},
): void {
  const undated = { ...options, sendDate: false }
  stream.respond(head.flat(), undated)
}
