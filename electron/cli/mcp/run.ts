// `parley mcp`: serves an engine without a window over standard input and output; tools call it through the contract.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createWebSocketStream } from 'ws'
import { boundConnections } from '#engine/platform/bound-connections.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { listen, shut } from '#engine/platform/net.ts'
import { Fault } from '#shared/contract/fault.ts'
import { messageOf } from '#shared/errors.ts'
import { attachTo, brokenCode, stoppedCode } from '../../serve/attach-proof.ts'
import { createGuard } from '../../serve/guard.ts'
import { isSameSecret, newSecret } from '../../serve/secret.ts'
import { type Caller, writableTo } from '../caller.ts'
import { commandLine } from '../command-name.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { numberOf } from '../flags.ts'
import { openHeadless } from '../headless.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { dataDirOf } from '../with-engine.ts'
import { mcpContext, serveOver } from './serve-mcp.ts'
import { createServer as createMcpServer, type Served } from './server.ts'

const host = '127.0.0.1'
const path = '/mcp'
/** Of a message of a coding agent over HTTP, with room for a file as base64; answered 413. */
const maxMcpRequestBytes = 64 * 1024 * 1024

const sentences: Readonly<Record<number, string>> = {
  [stoppedCode]: 'A person stopped this coding agent in the window of Parley.',
  [brokenCode]: 'Something broke inside Parley. Its log says what.',
  1006: 'The window of Parley was closed.',
}

export async function runMcp(call: VerbCall): Promise<number> {
  const { flags, caller } = call
  const port = numberOf(flags, 'port', 0)
  const overHttp = flags['http'] === true
  if (port !== undefined && !overHttp) throw new WrongUsage('--port goes with --http.')
  if (flags['attach'] === true && overHttp) throw new WrongUsage('Choose one of --attach and --http.')
  if (flags['attach'] === true) return runAttached(call)
  const note = (sentence: string) => void caller.stderr.write(`${sentence}\n`)
  const { engine, close } = await openHeadless(call, dataDirOf(call), note)
  const ended = watchForClose(caller, overHttp)
  const served = { version: call.version, context: mcpContext(engine, ended.signal), log: note }
  try {
    const { close: stop } = overHttp
      ? await serveHttp(served, port ?? 0)
      : serveOver(served, new StdioServerTransport(caller.stdin, writableTo(caller.stdout)))
    await ended.done
    await stop()
  } finally {
    await close()
  }
  return verbExitCodes.done
}

/** The coding agent closed the connection, or the caller got a stop signal. */
function watchForClose(caller: Caller, overHttp: boolean) {
  const closed = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = guarded(
    'end of MCP',
    () => {
      closed.abort()
      resolve()
    },
    () => caller.quit(verbExitCodes.failed),
  )
  if (!overHttp) {
    for (const name of ['end', 'close'] as const) caller.stdin.once(name, end)
    caller.onUnread(end)
  }
  if (caller.signal.aborted) end()
  caller.signal.addEventListener('abort', end)
  return { signal: closed.signal, done: promise }
}

// `parley mcp --attach`: carries MCP between this process and the Parley whose window is open on the same data folder.

async function runAttached(call: VerbCall): Promise<number> {
  const { caller } = call
  const named = dataDirOf(call)
  const dataDir = named === undefined ? call.usualDataDir : caller.path(named)
  const socket = await attachTo(dataDir, 'mcp')
  if (!socket) {
    throw new Fault(
      'unavailable',
      `No window of Parley is open on ${dataDir}. Open one with "${commandLine(caller.command, 'open', named)}", or leave out --attach.`,
    )
  }
  const stream = createWebSocketStream(socket)
  const end = guarded('end of the attachment', () => socket.close())
  stream.on('error', end)
  caller.onUnread(end)
  if (caller.signal.aborted) end()
  caller.signal.addEventListener('abort', end)
  caller.stdin.pipe(stream)
  stream.pipe(writableTo(caller.stdout))
  const [code] = await once(socket, 'close')
  const why = sentences[code]
  if (why === undefined) return verbExitCodes.done
  caller.stderr.write(`${why}\n`)
  return verbExitCodes.failed
}

// `parley mcp --http`: the tools over HTTP on loopback. Any web page can make a browser send requests to a loopback
// port, so each request must name our host, be sent by no other site, and carry the token that was printed at the start.

async function serveHttp(served: Served, portNumber: number) {
  const token = newSecret()
  const handler = createMcpHandler(() => createMcpServer(served), {
    maxRequestBodySize: maxMcpRequestBytes,
    onerror: (error) => served.log(`MCP: ${error.message}`),
  })
  const server = createServer()
  boundConnections(server)
  const { port } = await listen(server, { port: portNumber, host }).catch((error: unknown) => {
    throw new Fault('conflict', `Parley can’t listen on port ${portNumber}: ${messageOf(error)}.`)
  })
  const guard = createGuard(host, port)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (guard.refuseForeign(request)) return refuse(response, 403)
    const isAllowed = isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)
    if (!isAllowed) return refuse(response.setHeader('WWW-Authenticate', 'Bearer'), 401)
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
  const url = `http://${host}:${port}${path}`
  served.log(`MCP is served at ${url} to callers with this header: Authorization: Bearer ${token}`)
  return {
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
  // The caller closed the connection.
  await pipeline(Readable.fromWeb(body), response).catch(() => undefined)
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Cache-Control': 'no-store' }).end()
}
