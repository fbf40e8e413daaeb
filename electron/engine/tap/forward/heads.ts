// What of a head goes on to the other side: all of it, in its order and spelling, but for what belongs to one connection alone (RFC 9110
// §7.6.1) and the name of the host.

import type { RawHeaders } from '#shared/record/entry.ts'

export function rawPairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[index * 2] ?? '',
    flat[index * 2 + 1] ?? '',
  ])
}

const ofOneConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'upgrade',
  'http2-settings',
])

/** `Transfer-Encoding` stays where it stands: it announces the chunks that go on. */
export function endToEnd(headers: RawHeaders): RawHeaders {
  const named = new Set(
    headers
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(','))
      .map((name) => name.trim().toLowerCase()),
  )
  return headers.filter(([name]) => {
    const lower = name.toLowerCase()
    return !ofOneConnection.has(lower) && (!named.has(lower) || lower === 'transfer-encoding')
  })
}

export function withHost(headers: RawHeaders, host: string): RawHeaders {
  return headers.map(([name, value]) => [name, name.toLowerCase() === 'host' ? host : value])
}

/** The head of an answer whose body is another one now. */
export function forBody(headers: RawHeaders, sizeBytes: number): RawHeaders {
  const kept = headers.filter(
    ([name]) =>
      !/^(content-length|content-encoding|transfer-encoding|trailer|etag|digest|content-digest)$/i.test(name),
  )
  return [...kept, ['Content-Length', String(sizeBytes)]]
}

/** As they cross. */
export function fieldLines(headers: RawHeaders): string {
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}
