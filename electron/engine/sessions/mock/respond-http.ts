// Replays a recorded HTTP response: the same head, the same bytes frame by frame. Only the id of a JSON-RPC call is replaced.

import { isUtf8 } from 'node:buffer'
import type { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Body, Entry, RawHeaders } from '#shared/record/entry.ts'
import { boundConnections } from '../../platform/bound-connections.ts'
import { guarded, ignoreErrors } from '../../platform/guarded.ts'
import { isLoopback, listen, readRequest, shut } from '../../platform/net.ts'
import { wholeBody } from '../../store/whole-body.ts'
import type { Masking } from '../file/body-lines.ts'
import { maxMockRequestBytes } from './call-signature.ts'
import type { MockOptions } from './recorded-calls.ts'

interface HttpAnswer {
  /** Applied to every body and frame. */
  change(text: string): string
  readonly gone: AbortSignal
}

export function respondOverHttp(
  { record, mask }: Pick<MockOptions, 'record' | 'mask'>,
  response: ServerResponse,
  { change, gone }: HttpAnswer,
) {
  const send = async (body: Body | undefined): Promise<void> => {
    if (body === undefined || gone.aborted) return
    const bytes = mask.bytes(Buffer.from(wholeBody(record, body)))
    const content = isUtf8(bytes) ? change(bytes.toString('utf8')) : bytes
    if (content.length > 0 && !response.write(content)) await drained(response, gone)
  }
  const cut = () => void response.destroy()

  return {
    cut,
    async send(entry: Entry): Promise<boolean> {
      switch (entry.kind) {
        case 'response':
          response.writeHead(entry.status, mask.text(entry.statusText), headersOf(entry.headers, mask))
          response.flushHeaders()
          return true
        case 'frame':
          await send(entry.raw)
          return true
        case 'end':
          await send(entry.body)
          await send(entry.leftover)
          response.end()
          return false
        case 'failure':
          await send(entry.body)
          await send(entry.leftover)
          // The recording side had canceled.
          if (entry.failure === 'aborted' && response.headersSent) response.end()
          else cut()
          return false
        case 'request':
        case 'redirect':
        case 'webhook':
        case 'note':
          return true
      }
    },
  }
}

/** Headers of the connection; bodies are stored decompressed. */
const notAgain =
  /^(connection|keep-alive|transfer-encoding|content-length|content-encoding|date|trailer|upgrade)$/i

/** Leaves out a header with a secret in its name, as a mark is no valid name. */
function headersOf(headers: RawHeaders, { text }: Masking): string[] {
  return headers
    .filter(([name]) => !notAgain.test(name) && headerName.test(text(name)))
    .flatMap(([name, value]) => [name, text(value)])
}

/** RFC 9110 §5.6.2. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Replaces the recorded id by the caller's. The rest stays byte for byte. */
export function idChange(
  recorded: string | undefined,
  requested: string | undefined,
): (text: string) => string {
  if (recorded === undefined || requested === undefined || recorded === requested) return (text) => text
  const pattern = new RegExp(`("id"\\s*:\\s*)${recorded.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[\\s,}])`)
  return (text) => text.replace(pattern, (_, before: string) => before + requested)
}

/** Resolves when the output has drained or the caller left. */
export function drained(stream: EventEmitter, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', done)
      gone.removeEventListener('abort', done)
      resolve()
    }
    const done = guarded('mock caller drained', settle, () => resolve())
    stream.once('drain', done)
    gone.addEventListener('abort', done, { once: true })
    if (gone.aborted) done()
  })
}

// The HTTP side of a mock: receives complete requests, within bounds.

export interface HttpVisit {
  readonly method: string
  readonly target: string
  readonly body: string
  readonly isForeignPage: boolean
  readonly response: ServerResponse
}

export async function openHttpSide(answer: (visit: HttpVisit) => Promise<void>) {
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    ignoreErrors(response, 'mock answer')
    const { method = 'GET', url: target = '/', headers } = request
    // Refuses pages that made their host name resolve to this machine.
    if (!isHere(`http://${headers.host}`)) return refuse(response, 421, 'Not here.')
    const body = await readRequest(request, maxMockRequestBytes)
    if (body === 'broken-off') return void response.destroy()
    if (body === 'too-large') return refuse(response, 413, 'This request is larger than a mock reads.')
    const isForeignPage = headers.origin !== undefined && !isHere(headers.origin)
    await answer({ method, target, body: body.text, isForeignPage, response })
  }

  const server = createServer()
  boundConnections(server)
  server.on(
    'request',
    guarded('mock request', take, (_error, [, response]) => response.destroy()),
  )
  const { port } = await listen(server, { port: 0, host: '127.0.0.1' })
  return { address: `http://127.0.0.1:${port}`, close: () => shut(server) }
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ error: { code: status, message } }))
}

function isHere(origin: string): boolean {
  return isLoopback(URL.parse(origin)?.hostname ?? '')
}
