// The gRPC port for agents' spans: one method, with the parser of the HTTP port.

import {
  Metadata,
  Server,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import { guarded } from '../platform/guarded.ts'
import { bytesAsTheyAre, openGrpcPort } from '../wire/grpc/grpc-port.ts'
import { createResponseBytes, type OtlpHandlers, type OtlpPort, replyTo } from './otlp-http.ts'
import { maxSpanRequestBytes } from './take-spans.ts'

const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
/** Requests with spans at once on one gRPC connection; HTTP/2 makes the agent wait. */
const maxSpanStreams = 16

// Concurrent requests with spans over gRPC, each of which the library decompresses; others wait unread.
const maxSpanArrivals = 8
/** For a request with spans over gRPC to arrive whole, once it is read; then it ends with DEADLINE_EXCEEDED. */
const maxSpanArrivalMs = 10_000

export async function openOtlpGrpc(
  at: { readonly port: number; readonly host: string },
  { take }: OtlpHandlers,
): Promise<OtlpPort> {
  const server = new Server({
    interceptors: [createArrivals()],
    'grpc.max_receive_message_length': maxSpanRequestBytes,
    'grpc.max_concurrent_streams': maxSpanStreams,
  })
  const bytesOf = createResponseBytes()
  const receive = async (
    { request }: ServerUnaryCall<Buffer, Buffer>,
    answer: sendUnaryData<Buffer>,
  ): Promise<void> => {
    const reply = replyTo(await take({ format: 'protobuf', body: request }))
    if (reply.code === status.OK) answer(null, bytesOf(reply, 'protobuf'))
    else answer({ code: reply.code, details: reply.message, metadata: new Metadata() })
  }
  server.addService(
    { Export: { path, requestStream: false, responseStream: false, ...bytesAsTheyAre } },
    {
      Export: guarded('spans gRPC call', receive, (_error, [, answer]) =>
        answer({
          code: status.UNAVAILABLE,
          details: 'Internal error in Parley. Send the spans again later.',
        }),
      ),
    },
  )
  return openGrpcPort(server, at)
}

/** A call is not read before its metadata is passed on. */
function createArrivals(): ServerInterceptor {
  const arriving = new Set<object>()
  const waiting = new Map<object, () => void>()
  const letNextIn = () => {
    const [next] = waiting
    if (next === undefined || arriving.size >= maxSpanArrivals) return
    waiting.delete(next[0])
    arriving.add(next[0])
    next[1]()
  }
  return (_method, call) => {
    const one = {}
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      clearTimeout(timer)
      waiting.delete(one)
      if (arriving.delete(one)) letNextIn()
    }
    const breakOff = () =>
      call.sendStatus({ code: status.DEADLINE_EXCEEDED, details: 'The request came too slowly.' })
    return new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, proceed) {
            waiting.set(one, () => {
              timer = setTimeout(guarded('spans gRPC arrival', breakOff), maxSpanArrivalMs)
              proceed(metadata)
            })
            letNextIn()
          },
          onReceiveHalfClose(proceed) {
            end()
            proceed()
          },
          onCancel: end,
        })
      },
    })
  }
}
