// A port for a gRPC server. A plain server accepts connections, with the limits of our other ports, and passes them on.

import { createServer, type Socket } from 'node:net'
import { type Server, ServerCredentials } from '@grpc/grpc-js'
import { boundConnections } from '../../platform/bound-connections.ts'
import { guarded } from '../../platform/guarded.ts'
import { listen } from '../../platform/net.ts'

export interface GrpcPort {
  readonly port: number
  close(): void
}

export async function openGrpcPort(
  server: Server,
  at: { readonly port: number; readonly host: string },
): Promise<GrpcPort> {
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
  const acceptor = createServer()
  const open = new Set<Socket>()
  const take = (socket: Socket) => {
    open.add(socket)
    socket.once(
      'close',
      guarded('gRPC port connection end', () => open.delete(socket)),
    )
    injector.injectConnection(socket)
  }
  boundConnections(acceptor)
  acceptor.on(
    'connection',
    guarded('gRPC port connection', take, (_error, [socket]) => socket.destroy()),
  )
  const { port } = await listen(acceptor, at)
  return {
    port,
    close() {
      acceptor.close()
      server.forceShutdown()
      for (const socket of open) socket.destroy()
    },
  }
}

const same = (bytes: Buffer) => bytes
/** The library passes messages on unparsed. */
export const bytesAsTheyAre = {
  requestSerialize: same,
  requestDeserialize: same,
  responseSerialize: same,
  responseDeserialize: same,
}
