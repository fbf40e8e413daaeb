// The gRPC binding, 1.0 (`lf.a2a.v1`) and 0.3 (`a2a.v1`) on one port: their service names do not collide.

import { LegacyA2AService, legacyGrpcService } from '@a2a-js/sdk/compat/v0_3/server/grpc'
import type { A2ARequestHandler, User } from '@a2a-js/sdk/server'
import { A2AService, grpcService } from '@a2a-js/sdk/server/grpc'
import { Server, ServerCredentials, type ServerUnaryCall, type ServerWritableStream } from '@grpc/grpc-js'
import { guardGrpc } from './access.ts'
import { callerOf } from './caller.ts'

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

type Call = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>

export interface GrpcServer {
  readonly target: string
  serve(requestHandler: A2ARequestHandler): void
  close(): void
}

/** Binds first and serves later, because the card has to name the port. */
export async function bindGrpcServer(host: string): Promise<GrpcServer> {
  const server = new Server({
    interceptors: [guardGrpc],
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:0`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return {
    target: `${host}:${port}`,
    serve(requestHandler) {
      const service = { requestHandler, userBuilder: userOf }
      server.addService(A2AService, grpcService(service))
      server.addService(LegacyA2AService, legacyGrpcService(service))
    },
    close: () => server.forceShutdown(),
  }
}

async function userOf(call: Call): Promise<User> {
  const [authorization] = call.metadata.get('authorization')
  const outlet = 'write' in call ? call : undefined
  return callerOf(authorization?.toString(), outlet)
}
