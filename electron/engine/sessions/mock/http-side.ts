// The HTTP side of a mock: takes requests in, whole and within bounds.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { boundConnections } from '../../bound-connections.ts'
import { guarded, ignoreErrors } from '../../guarded.ts'
import { isLoopback } from '../../is-loopback.ts'
import { listen, shut } from '../../listen.ts'
import { readRequest } from '../../read-request.ts'
import { maxMockRequestBytes } from './call-signature.ts'

export interface HttpVisit {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body: string
  /** A page from somewhere else asks. */
  readonly isForeignPage: boolean
  readonly response: ServerResponse
}

export async function openHttpSide(answer: (visit: HttpVisit) => Promise<void>) {
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    ignoreErrors(response, 'mock answer')
    const { method = 'GET', url: target = '/', headers } = request
    // A page of somebody's that made its own name point here is not answered.
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
