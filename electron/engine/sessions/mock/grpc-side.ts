// The gRPC side of a mock, on a port of its own: takes messages as JSON, which tells one call from another, and sends recorded
// bytes. Every method of both versions is there, so that a call that was never recorded gets a sentence.

import { Server, type ServerWritableStream, status } from '@grpc/grpc-js'
import { guarded } from '../../guarded.ts'
import { bytesAsTheyAre, openGrpcPort } from '../../wire/grpc/grpc-port.ts'
import { createGrpcMessages, type GrpcMethod } from '../../wire/grpc/messages.ts'
import { maxMockRequestBytes } from './call-signature.ts'

export interface GrpcSide {
  /** `host:port`, as cards give it. */
  readonly authority: string
  close(): void
}

export interface GrpcVisit {
  readonly path: string
  /** The request as JSON; empty where it could not be read. */
  readonly body: string
  readonly method: GrpcMethod
  readonly stream: GrpcStream
}

export type GrpcStream = ServerWritableStream<Buffer, Buffer>

/** Calls over gRPC at once on one connection to a mock; HTTP/2 makes the caller wait. */
const maxMockStreams = 100

export async function openGrpcSide(answer: (visit: GrpcVisit) => void): Promise<GrpcSide> {
  const server = new Server({
    'grpc.max_receive_message_length': maxMockRequestBytes,
    'grpc.max_concurrent_streams': maxMockStreams,
  })
  for (const method of createGrpcMessages().all()) {
    server.addService(
      { [method.path]: { path: method.path, requestStream: false, responseStream: true, ...bytesAsTheyAre } },
      {
        [method.path]: guarded(
          'mock gRPC call',
          (stream: GrpcStream) =>
            answer({ path: method.path, body: readable(method, stream.request), method, stream }),
          (_error, [stream]) =>
            stream.emit('error', { code: status.INTERNAL, details: 'Internal error in the mock agent.' }),
        ),
      },
    )
  }
  const { port, close } = await openGrpcPort(server, { port: 0, host: '127.0.0.1' })
  return { authority: `127.0.0.1:${port}`, close }
}

function readable(method: GrpcMethod, bytes: Buffer): string {
  const decoded = method.decodeInput(bytes)
  return 'json' in decoded ? JSON.stringify(decoded.json) : ''
}
