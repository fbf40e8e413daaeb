// The gRPC port that agents send spans to: one method, whose messages are read by the same code as those over HTTP.

import { Metadata, Server, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js'
import { guarded } from '../guarded.ts'
import { bytesAsTheyAre, openGrpcPort } from '../wire/grpc/grpc-port.ts'
import { createAnswerBytes, replyTo } from './otlp-answer.ts'
import { maxSpanRequestBytes, type OtlpHandlers, type OtlpPort } from './otlp-http.ts'

const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
/** Requests with spans at once on one gRPC connection; HTTP/2 makes the agent wait. */
const maxSpanStreams = 16

export async function openOtlpGrpc(
  at: { readonly port: number; readonly host: string },
  { take }: OtlpHandlers,
): Promise<OtlpPort> {
  const server = new Server({
    'grpc.max_receive_message_length': maxSpanRequestBytes,
    'grpc.max_concurrent_streams': maxSpanStreams,
  })
  const bytesOf = createAnswerBytes()
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
