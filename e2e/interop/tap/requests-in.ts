// Parses the requests of one connection, without what depends on the connection, so that they can be compared.

import type { SentBytes } from './recorder.ts'

export interface SentRequest {
  /** Request line and headers, as spelled. */
  readonly head: readonly string[]
  readonly body: string
}

/** RFC 9110 §7.6.1, and the host. */
const ofOneConnection = /^(host|connection|keep-alive|proxy-[\w-]+|upgrade|http2-settings):/i

/** In the order in which they began to arrive, over all connections. */
export function requestsIn(sent: readonly SentBytes[]): readonly SentRequest[] {
  const connections = new Set(sent.map(({ connection }) => connection))
  return [...connections]
    .flatMap((connection) => requestsOf(sent, connection))
    .toSorted((one, other) => one.order - other.order)
    .map(({ request }) => request)
}

function requestsOf(sent: readonly SentBytes[], connection: number) {
  const requests: { readonly order: number; readonly request: SentRequest }[] = []
  const pieces = sent.flatMap((piece, order) =>
    piece.connection === connection ? [{ ...piece, order }] : [],
  )
  let rest = pieces.map(({ text }) => text).join('')
  const orderAt = (left: number) => {
    let behind = 0
    const match = pieces.findLast(({ text }) => {
      behind += text.length
      return behind >= left
    })
    return match?.order ?? 0
  }
  while (rest !== '') {
    const order = orderAt(rest.length)
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`A request without the end of its head: ${rest.slice(0, 200)}`)
    const head = rest.slice(0, end).split('\r\n')
    const [body, after] = bodyOf(head, rest.slice(end + 4))
    const stored = head.filter((line) => !ofOneConnection.test(line))
    requests.push({ order, request: { head: stored, body: Buffer.from(body, 'latin1').toString('utf8') } })
    rest = after
  }
  return requests
}

function bodyOf(head: readonly string[], rest: string): readonly [body: string, after: string] {
  const fieldOf = (name: string) =>
    head
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  if (fieldOf('transfer-encoding')?.toLowerCase() === 'chunked') return chunked(rest)
  const length = Number(fieldOf('content-length') ?? 0)
  return [rest.slice(0, length), rest.slice(length)]
}

/** Joins the chunks, which depend on the connection. */
function chunked(text: string): readonly [body: string, after: string] {
  let [body, rest] = ['', text]
  for (;;) {
    const line = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, line), 16)
    if (line < 0 || Number.isNaN(size)) throw new Error(`A chunk without its size: ${rest.slice(0, 80)}`)
    if (size === 0) return [body, rest.slice(line + 4)]
    body += rest.slice(line + 2, line + 2 + size)
    rest = rest.slice(line + 2 + size + 2)
  }
}
