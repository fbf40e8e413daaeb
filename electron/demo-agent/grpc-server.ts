// The gRPC binding, 1.0 (`lf.a2a.v1`) and 0.3 (`a2a.v1`) on one port: their service names do not collide.

import { once } from 'node:events'
import { createServer, type Socket, type Server as TcpServer } from 'node:net'
import { LegacyA2AService, legacyGrpcService } from '@a2a-js/sdk/compat/v0_3/server/grpc'
import type { A2ARequestHandler, User } from '@a2a-js/sdk/server'
import { A2AService, grpcService } from '@a2a-js/sdk/server/grpc'
import {
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js'
import { guardGrpc, withoutPatch } from './access.ts'
import { callerOf } from './caller.ts'

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** Of one connection at once; HTTP/2 makes the caller wait. */
const MAX_STREAMS = 100

type Call = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>

/**
 * Binds first and serves later, because the card names the port. A plain server accepts its connections and passes them
 * on, so that the caller can limit them.
 */
export async function bindGrpcServer(host: string, onServer: (server: TcpServer) => void = () => undefined) {
  const server = new Server({
    interceptors: [guardGrpc, readGrpcVersion],
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_concurrent_streams': MAX_STREAMS,
  })
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
  const open = new Set<Socket>()
  const port = createServer()
  onServer(port)
  port.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    injector.injectConnection(socket)
  })
  const target = `${host}:${await listen(port, host, 0)}`
  return {
    target,
    serve(requestHandler: A2ARequestHandler) {
      const service = { requestHandler, userBuilder: userOf }
      server.addService(A2AService, grpcService(service))
      server.addService(LegacyA2AService, legacyGrpcService(service))
    },
    close() {
      port.close()
      server.forceShutdown()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Resolves with the port. */
export async function listen(server: TcpServer, host: string, port: number): Promise<number> {
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP address.')
  return address.port
}

const readGrpcVersion: ServerInterceptor = (_method, call) =>
  new ServerInterceptingCall(call, {
    start(next) {
      next({
        onReceiveMetadata(metadata, proceed) {
          const [version] = metadata.get('a2a-version')
          if (version !== undefined) metadata.set('a2a-version', withoutPatch(version.toString()))
          proceed(metadata)
        },
      })
    },
  })

async function userOf(call: Call): Promise<User> {
  const [authorization] = call.metadata.get('authorization')
  const outlet = 'write' in call ? call : undefined
  return callerOf(authorization?.toString(), outlet)
}
