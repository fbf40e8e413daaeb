// `parley mcp --http`: the tools over HTTP, on this machine alone. Any page can make a browser send requests to a loopback port, so each
// request names our own host, comes from no other site, and carries the token that was printed once.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { boundConnections } from '#engine/bound-connections.ts'
import { guarded } from '#engine/guarded.ts'
import { listen, shut } from '#engine/listen.ts'
import { messageOf } from '#engine/thrown.ts'
import { Fault } from '#shared/contract/fault.ts'
import { createGuard } from '../../serve/guard.ts'
import { isSameSecret, newSecret } from '../../serve/secret.ts'
import { createServer as createMcpServer, type Served } from './server.ts'

export interface HttpServed {
  readonly url: string
  readonly token: string
  close(): Promise<void>
}

const host = '127.0.0.1'
const path = '/mcp'
/** Of a message of a coding agent over HTTP, with room for a file as base64; answered 413. */
const maxMcpRequestBytes = 64 * 1024 * 1024

export async function serveHttp(served: Served, asked: number): Promise<HttpServed> {
  const token = newSecret()
  const handler = createMcpHandler(() => createMcpServer(served), {
    maxRequestBodySize: maxMcpRequestBytes,
    onerror: (error) => served.log(`MCP: ${error.message}`),
  })
  const server = createServer()
  boundConnections(server)
  const { port } = await listen(server, { port: asked, host }).catch((error: unknown) => {
    throw new Fault('conflict', `Parley can’t listen on port ${asked}: ${messageOf(error)}.`)
  })
  const guard = createGuard(host, port)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (guard.refuseForeign(request)) return refuse(response, 403)
    const isKnown = isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)
    if (!isKnown) return refuse(response.setHeader('WWW-Authenticate', 'Bearer'), 401)
    if (request.url !== path) return refuse(response, 404)
    const gone = new AbortController()
    const leave = () => response.writableFinished || gone.abort()
    response.once('close', guarded('MCP caller gone', leave))
    await send(await handler.fetch(webRequest(request, gone.signal)), response)
  }
  server.on(
    'request',
    guarded('MCP request', answer, (_error, [, response]) => response.destroy()),
  )
  return {
    url: `http://${host}:${port}${path}`,
    token,
    async close() {
      await handler.close()
      await shut(server)
    },
  }
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', headers } = request
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`http://${headers.host}${request.url}`, {
    method,
    headers: Object.fromEntries(pairs),
    signal,
    ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
  })
}

async function send({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  response.writeHead(status, { ...Object.fromEntries(headers), 'Cache-Control': 'no-store' })
  if (!body) return void response.end()
  // A caller that has gone has no use for the rest.
  await pipeline(Readable.fromWeb(body), response).catch(() => undefined)
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Cache-Control': 'no-store' }).end()
}
