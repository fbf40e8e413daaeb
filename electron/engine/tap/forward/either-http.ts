// One port for HTTP/1.1 and HTTP/2: the first bytes of a connection decide which server gets it (RFC 9113 §3.4).

import type { Server as Http1Server } from 'node:http'
import type { Http2Server } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import { boundConnections } from '../../platform/bound-connections.ts'
import { guarded, ignoreErrors } from '../../platform/guarded.ts'
import { listen } from '../../platform/net.ts'

interface Servers {
  readonly http1: Http1Server
  readonly http2: Http2Server
}

/** No method of HTTP/1.1 begins like this. */
const preface = Buffer.from('PRI')

export async function openEitherHttp(at: { readonly port: number; readonly host: string }, servers: Servers) {
  const server = createServer({ allowHalfOpen: true, noDelay: true })
  const open = new Set<Socket>()
  const bound = boundConnections(server)
  const drop = (_error: unknown, [socket]: readonly [Socket]) => socket.destroy()
  const take = (socket: Socket) => {
    open.add(socket)
    socket.once(
      'close',
      guarded('tap connection end', () => open.delete(socket)),
    )
    ignoreErrors(socket, 'tap connection error')
    let begin: Buffer = Buffer.alloc(0)
    const handOn = () => {
      const bytes: Buffer | null = socket.read()
      if (bytes === null) return void socket.destroy()
      begin = Buffer.concat([begin, bytes])
      const isHttp2 = begin.subarray(0, preface.length).equals(preface.subarray(0, begin.length))
      // Not unshifted before there is enough, as it would be readable at once.
      if (isHttp2 && begin.length < preface.length) return void socket.once('readable', firstBytes)
      socket.unshift(begin)
      bound.release(socket)
      // Otherwise Node's HTTP/2 does not notice that the caller left.
      if (isHttp2) socket.allowHalfOpen = false
      const chosen = isHttp2 ? servers.http2 : servers.http1
      chosen.emit('connection', socket)
    }
    const firstBytes = guarded('tap first bytes', handOn, () => socket.destroy())
    socket.once('readable', firstBytes)
  }
  server.on('connection', guarded('tap connection', take, drop))
  const { port } = await listen(server, at)
  return {
    port,
    /** Destroys all connections, of both servers. */
    close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      return closed
    },
  }
}
