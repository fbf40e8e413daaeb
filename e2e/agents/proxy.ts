// An HTTP proxy that requires a password and records its requests.

import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface TestProxy {
  /** Including the password. */
  readonly proxyUrl: string
  /** The header that every request must carry. */
  readonly authorization: string
  readonly seen: readonly string[]
  close(): Promise<void>
}

interface ProxyOptions {
  /** Answers CONNECT with 403. */
  readonly refuses?: boolean
  /** Tunnels every CONNECT to this local port. */
  readonly tunnelsTo?: number
}

/** Answers plain requests itself, and tunnels CONNECT to its target. */
export async function openProxy({ refuses = false, tunnelsTo }: ProxyOptions = {}): Promise<TestProxy> {
  const observed: string[] = []
  const open = new Set<Socket>()
  const server = createServer((request, response) => {
    observed.push(`${request.method} ${request.url} ${request.headers['proxy-authorization']}`)
    response.end('{"via":"proxy"}')
  })
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.on('connect', (request, socket) => {
    observed.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`)
    if (refuses) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const [host = '', port] = (request.url ?? '').split(':')
    const [toPort, toHost] = tunnelsTo === undefined ? [Number(port), host] : [tunnelsTo, '127.0.0.1']
    const target = connect(toPort, toHost, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      target.pipe(socket)
      socket.pipe(target)
    })
    socket.on('error', () => target.destroy())
    socket.on('close', () => target.destroy())
    target.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    proxyUrl: `http://user:proxy-password@127.0.0.1:${port}`,
    authorization: `Basic ${Buffer.from('user:proxy-password').toString('base64')}`,
    seen: observed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
