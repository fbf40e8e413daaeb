// What of a head goes on to the other side: all of it, in its order and spelling, but for what belongs to one connection alone (RFC 9110
// §7.6.1) and the name of the host.

import type { RawHeaders } from '#shared/record/entry.ts'

/**
 * What is not passed on like any other field. `hop` belongs to one connection and is taken away, as is what `Connection` names. `framing` says
 * where a message ends, or at which host it is addressed: without it the other side would count messages otherwise, so `Connection` must not
 * name it.
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

/** A field that `Connection` names and must not: a message without it could be counted in two ways. */
export function framingNamed(headers: RawHeaders): string | undefined {
  return namedIn(headers, /^(proxy-)?connection$/i).find((name) => special.get(name) === 'framing')
}

function namedIn(headers: RawHeaders, by: RegExp): readonly string[] {
  return headers
    .filter(([name]) => by.test(name))
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase())
}

/** There is one always: HTTP/1.1 wants it, whatever the caller speaks. As it was written, where it reports the same. */
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

/** The head of an answer whose body is another one now. */
export function forBody(headers: RawHeaders, sizeBytes: number): RawHeaders {
  const stored = headers.filter(
    ([name]) =>
      !/^(content-length|content-encoding|transfer-encoding|trailer|etag|digest|content-digest)$/i.test(name),
  )
  return [...stored, ['Content-Length', String(sizeBytes)]]
}

/** As they cross. */
export function fieldLines(headers: RawHeaders): string {
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}
