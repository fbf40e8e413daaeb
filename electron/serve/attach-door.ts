// The server for `parley mcp --attach` and for verbs beside an open window: WebSockets on a loopback port. MCP passes
// byte for byte between a coding agent's process and this Parley. Pages are refused: their requests have an origin, or
// a host name that is not ours.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import type { Attachment, CodingAgents } from '#engine/coding-agents.ts'
import { boundConnections } from '#engine/platform/bound-connections.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { listen } from '#engine/platform/net.ts'
import {
  attachFileIn,
  brokenCode,
  type Door,
  doors,
  isProven,
  maxAttachMessageBytes,
  refusedCode,
  sendMessage,
  stoppedCode,
} from './attach-proof.ts'
import { createGuard } from './guard.ts'
import { newSecret, removeRun, writeRun } from './secret.ts'
import { refuseUpgrade } from './server.ts'

interface DoorDeps {
  readonly dataDir: string
  readonly codingAgents: CodingAgents
  /** Speaks MCP over the stream; `closing` aborts when the attachment ends. */
  speak(stream: Duplex, attachment: Attachment, closing: AbortSignal): Promise<void>
  runVerb(socket: WebSocket): Promise<void>
}

const host = '127.0.0.1'
/** Coding agents and commands attached at once; one more is refused with a sentence. */
const maxAttachSockets = 32
// Unproven connections; the oldest is closed.
const maxUnprovenSockets = 256
// Sent before the proof; the connection closes.
const maxProofBytes = 16 * 1024

export async function openAttachDoor({ dataDir, codingAgents, speak, runVerb }: DoorDeps) {
  const secret = newSecret()
  const server = createServer()
  const answer = (_request: IncomingMessage, response: ServerResponse) => response.writeHead(404).end()
  server.on(
    'request',
    guarded('attach request', answer, (_error, [, response]) => response.destroy()),
  )
  const connections = boundConnections(server)
  const { port } = await listen(server, { port: 0, host })
  const guard = createGuard(host, port)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxAttachMessageBytes })

  const enter = createEntrance(secret, sockets.clients)

  async function letIn(socket: WebSocket, stream: Duplex, door: Door): Promise<void> {
    socket.on(
      'error',
      guarded('attach socket error', () => socket.terminate()),
    )
    if (!(await enter(socket, stream, door))) return
    if (door === 'mcp') return attach(socket, codingAgents, speak)
    sendMessage(socket, { attached: true })
    return runVerb(socket)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on(
      'error',
      guarded('attach upgraded socket', () => socket.destroy()),
    )
    const isPage = request.headers.origin !== undefined
    if (isPage || guard.refuseForeign(request)) return refuseUpgrade(socket, '403 Forbidden')
    const door = (['mcp', 'verb'] as const).find((each) => doors[each].path === request.url)
    if (door === undefined) return refuseUpgrade(socket, '404 Not Found')
    connections.release(socket)
    const onMessage = guarded(
      'attach socket',
      (webSocket: WebSocket) => letIn(webSocket, socket, door),
      (_error, [webSocket]) => webSocket.close(brokenCode),
    )
    sockets.handleUpgrade(request, socket, head, onMessage)
  }
  server.on(
    'upgrade',
    guarded('attach upgrade', upgrade, (_error, [, socket]) => socket.destroy()),
  )

  const file = attachFileIn(dataDir)
  // Without the file nothing can attach, and a coding agent gets the error that no window is open.
  await writeRun(file, { authority: `${host}:${port}`, secret })
  return {
    close(): void {
      removeRun(file)
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Unproven connections don't count against proven ones. A connection is closed where this returns false. */
function createEntrance(secret: string, clients: ReadonlySet<WebSocket>) {
  const unproven = new Set<WebSocket>()
  const proven = new WeakSet<WebSocket>()
  const attached = () => [...clients].filter((one) => proven.has(one)).length
  return async (socket: WebSocket, stream: Duplex, door: Door): Promise<boolean> => {
    const [oldest] = unproven
    if (oldest && unproven.size >= maxUnprovenSockets) {
      unproven.delete(oldest)
      refuse(oldest)
    }
    unproven.add(socket)
    const stopCounting = boundBytes(stream, maxProofBytes)
    const isTrusted = await isProven(socket, secret, door).catch(() => false)
    stopCounting()
    const isFull = !unproven.delete(socket) || attached() >= maxAttachSockets
    if (!isTrusted) socket.terminate()
    else if (isFull) refuse(socket)
    if (!isTrusted || isFull) return false
    proven.add(socket)
    return true
  }
}

/** Does not wait for the other side to close. */
function refuse(socket: WebSocket): void {
  socket.close(refusedCode)
  socket.terminate()
}

/** Destroys a stream that sends more, until the returned function is called. */
function boundBytes(stream: Duplex, most: number): () => void {
  let bytes = 0
  const count = guarded(
    'attach proof bytes',
    (chunk: Buffer) => {
      bytes += chunk.byteLength
      if (bytes > most) stream.destroy()
    },
    () => stream.destroy(),
  )
  stream.on('data', count)
  return () => stream.off('data', count)
}

async function attach(
  socket: WebSocket,
  codingAgents: CodingAgents,
  speak: DoorDeps['speak'],
): Promise<void> {
  const ended = new AbortController()
  const attachment = codingAgents.attach(() => socket.close(stoppedCode))
  if (attachment === undefined) return refuse(socket)
  const end = () => {
    ended.abort()
    attachment.close()
  }
  socket.once('close', guarded('attached socket close', end))
  const stream = createWebSocketStream(socket)
  stream.on(
    'error',
    guarded('attached stream', () => socket.terminate()),
  )
  sendMessage(socket, { attached: true })
  await speak(stream, attachment, ended.signal)
}
