// A server that writes raw bytes, for responses that an HTTP server cannot send.

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

export interface BrokenAgent {
  readonly url: string
  close(): Promise<void>
}

export interface Visit {
  readonly socket: Socket
  /** The request's head as received. */
  readonly head: string
  readonly url: string
  /** Runs `act` periodically until the client has left. */
  every(milliseconds: number, act: () => void): void
}

/** Calls `answer` once the request's head has arrived. */
export function openRawServer(answer: (visit: Visit) => void, tls?: TlsOptions): Promise<BrokenAgent> {
  const url = () => `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${portOf(server)}/`
  const onSocket = (socket: Socket) => {
    let head = ''
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', onData)
      socket.resume()
      const every = (milliseconds: number, act: () => void) => {
        const timer = setInterval(act, milliseconds)
        socket.once('close', () => clearInterval(timer))
      }
      answer({ socket, head, url: url(), every })
    }
    socket.on('data', onData)
  }
  const server = tls === undefined ? createServer(onSocket) : createTlsServer(tls, onSocket)
  return listen(server, url)
}

/** Passes each accepted connection to `accept`, before any byte of a request. */
export function openSocketServer(accept: (socket: Socket) => void, scheme = 'http'): Promise<BrokenAgent> {
  const server = createServer(accept)
  return listen(server, () => `${scheme}://127.0.0.1:${portOf(server)}/`)
}

function listen(server: Server, url: () => string): Promise<BrokenAgent> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      resolve({
        url: url(),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            for (const socket of sockets) socket.destroy()
          }),
      })
    })
  })
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo | null
  return address?.port ?? 0
}

/** Writes as fast as the other side reads. */
export function pour(socket: Socket, next: () => Buffer | undefined): void {
  const fill = () => {
    for (let chunk = next(); ; chunk = next()) {
      if (chunk === undefined) return void socket.end()
      if (socket.destroyed || !socket.write(chunk)) return
    }
  }
  socket.on('drain', fill)
  fill()
}

export const sseHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'
export const jsonHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
