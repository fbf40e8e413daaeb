// Headers for the other side: all, unchanged and in order, except the host and those of one connection (RFC 9110 §7.6.1).

import type { RawHeaders } from '#shared/record/entry.ts'

/**
 * Special fields. `hop` fields belong to one connection and are removed, as are those that `Connection` names.
 * `framing` fields define the end of a message or its host: without them the other side would frame messages
 * differently, so `Connection` must not name them.
 */
const special: ReadonlyMap<string, 'hop' | 'framing'> = new Map([
  ['connection', 'hop'],
  ['keep-alive', 'hop'],
  ['proxy-connection', 'hop'],
  ['proxy-authorization', 'hop'],
  ['proxy-authenticate', 'hop'],
  ['upgrade', 'hop'],
  ['http2-settings', 'hop'],
  ['content-length', 'framing'],
  ['transfer-encoding', 'framing'],
  ['host', 'framing'],
])

export function endToEnd(headers: RawHeaders): RawHeaders {
  const named = new Set(namedIn(headers, /^connection$/i))
  return headers.filter(([name]) => {
    const lower = name.toLowerCase()
    return special.has(lower) ? special.get(lower) === 'framing' : !named.has(lower)
  })
}

/** Trailers end no message and open no connection (RFC 9110 §6.5.1). */
export function endToEndTrailers(trailers: RawHeaders): RawHeaders {
  return trailers.filter(([name]) => !special.has(name.toLowerCase()))
}

/** A framing field that `Connection` names: the message would be ambiguous without it. */
export function framingNamed(headers: RawHeaders): string | undefined {
  return namedIn(headers, /^(proxy-)?connection$/i).find((name) => special.get(name) === 'framing')
}

function namedIn(headers: RawHeaders, by: RegExp): readonly string[] {
  return headers
    .filter(([name]) => by.test(name))
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase())
}

/** HTTP/1.1 always needs one. The caller's spelling stays where it means the same host. */
export function withHost(headers: RawHeaders, host: string): RawHeaders {
  const isHost = (name: string) => name.toLowerCase() === 'host'
  const at = headers.findIndex(([name]) => isHost(name))
  const [name, value] = headers[at] ?? ['Host', host]
  const stored = [name, isSameHost(value, host) ? value : host] as const
  if (at === -1) return [stored, ...headers]
  return headers.flatMap((each, index) => (index === at ? [stored] : isHost(each[0]) ? [] : [each]))
}

function isSameHost(written: string, host: string): boolean {
  return written === host || URL.parse(`http://${written}`)?.host === host
}

/** Headers of a response whose body was replaced. */
export function forBody(headers: RawHeaders, sizeBytes: number): RawHeaders {
  const stored = headers.filter(
    ([name]) =>
      !/^(content-length|content-encoding|transfer-encoding|trailer|etag|digest|content-digest)$/i.test(name),
  )
  return [...stored, ['Content-Length', String(sizeBytes)]]
}

/** In the format of the wire. */
export function fieldLines(headers: RawHeaders): string {
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}
