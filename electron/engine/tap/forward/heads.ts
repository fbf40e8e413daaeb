// What of a head goes on to the other side: all of it, in its order and spelling, but for what belongs to one connection alone (RFC 9110
// §7.6.1) and the name of the host.

import type { RawHeaders } from '#shared/record/entry.ts'

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

/** There is one always: HTTP/1.1 wants it, whatever the caller speaks. As it was written, where it says the same. */
export function withHost(headers: RawHeaders, host: string): RawHeaders {
  const isHost = (name: string) => name.toLowerCase() === 'host'
  const at = headers.findIndex(([name]) => isHost(name))
  const [name, value] = headers[at] ?? ['Host', host]
  const kept = [name, isSameHost(value, host) ? value : host] as const
  if (at === -1) return [kept, ...headers]
  return headers.flatMap((each, index) => (index === at ? [kept] : isHost(each[0]) ? [] : [each]))
}

function isSameHost(written: string, host: string): boolean {
  return written === host || URL.parse(`http://${written}`)?.host === host
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
