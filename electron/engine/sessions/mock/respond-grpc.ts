// Replays a recorded gRPC response: metadata, the bytes of messages, status. Messages in which a secret or the caller's
// webhook was replaced are encoded again from JSON.

import { fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf'
import { Metadata, Server, type ServerWritableStream, status } from '@grpc/grpc-js'
import type { EndEntry, Entry, FailureEntry, FrameEntry, RawHeaders } from '#shared/record/entry.ts'
import { guarded } from '../../platform/guarded.ts'
import { wholeBody } from '../../store/whole-body.ts'
import { bytesAsTheyAre, openGrpcPort } from '../../wire/grpc/grpc-port.ts'
import { createGrpcMessages, type GrpcMethod } from '../../wire/grpc/messages.ts'
import { maxMockRequestBytes } from './call-signature.ts'
import type { MockOptions } from './recorded-calls.ts'
import { drained } from './respond-http.ts'

/** Calls over gRPC at once on one connection to a mock; HTTP/2 makes the caller wait. */
const maxMockStreams = 100

interface GrpcAnswer {
  /** Applied to the JSON of every message. */
  change(text: string): string
  /** A status without messages is sent without a head, as agents do. */
  readonly hasMessages: boolean
  readonly gone: AbortSignal
}

export function respondOverGrpc(
  { record, mask }: Pick<MockOptions, 'record' | 'mask'>,
  { stream, method }: { readonly stream: GrpcStream; readonly method: GrpcMethod },
  { change, hasMessages, gone }: GrpcAnswer,
) {
  const metadata = (headers: RawHeaders) =>
    metadataOf(headers.map(([name, value]) => [mask.text(name), mask.text(value)]))
  const bytesOf = ({ raw, data }: FrameEntry): Buffer => {
    const bytes = Buffer.from(wholeBody(record, raw))
    const masked = mask.bytes(bytes)
    if (data === undefined) return masked
    const text = Buffer.from(wholeBody(record, data)).toString('utf8')
    const now = change(mask.text(text))
    const isAsItWas = raw.truncated === undefined && masked === bytes && now === text
    return (isAsItWas ? undefined : encoded(method, now)) ?? masked
  }
  const cut = (message = 'The recording ends here.') =>
    void stream.emit('error', { code: status.UNAVAILABLE, details: message.toWellFormed() })
  const end = ({ grpcStatus, trailers = [] }: EndEntry) => {
    if (grpcStatus === undefined || grpcStatus.code === status.OK) stream.end(metadata(trailers))
    else {
      const { code, message } = grpcStatus
      stream.emit('error', { code, details: mask.text(message).toWellFormed(), metadata: metadata(trailers) })
    }
  }
  const fail = ({ failure, message }: FailureEntry) => {
    // The recording side had canceled.
    if (failure === 'aborted' && hasMessages) stream.end()
    else cut(mask.text(message))
  }

  return {
    cut,
    async send(entry: Entry): Promise<boolean> {
      switch (entry.kind) {
        case 'response':
          if (hasMessages) stream.sendMetadata(metadata(entry.headers))
          return true
        case 'frame':
          if (!stream.write(bytesOf(entry))) await drained(stream, gone)
          return true
        case 'end':
          end(entry)
          return false
        case 'failure':
          fail(entry)
          return false
        case 'request':
        case 'redirect':
        case 'webhook':
        case 'note':
          return true
      }
    },
  }
}

/** Undefined if it does not fit, as an imported file may contain anything. */
function encoded({ output }: GrpcMethod, text: string): Buffer | undefined {
  try {
    const json: JsonValue = JSON.parse(text)
    return Buffer.from(toBinary(output, fromJson(output, json, { ignoreUnknownFields: true })))
  } catch {
    return undefined
  }
}

/** Headers of the connection; and `grpc-status-details`, our decoding of the trailer. */
const notAgain =
  /^(:|(content-type|te|date|user-agent|trailer|grpc-status|grpc-message|grpc-encoding|grpc-accept-encoding|grpc-status-details)$)/i

function metadataOf(headers: RawHeaders): Metadata {
  const metadata = new Metadata()
  for (const [name, value] of headers) {
    if (notAgain.test(name)) continue
    try {
      metadata.add(name, name.endsWith('-bin') ? Buffer.from(value, 'base64') : value)
    } catch {
      // Metadata can't carry it, so the recording did not, either.
    }
  }
  return metadata
}

// The gRPC side of a mock, on a separate port: reads messages as JSON to identify calls, and sends recorded bytes. It
// has every method of both versions, so that an unrecorded call gets a sentence.

interface GrpcSide {
  /** `host:port`, as in cards. */
  readonly authority: string
  close(): void
}

export interface GrpcVisit {
  readonly path: string
  /** The request as JSON; empty if it could not be decoded. */
  readonly body: string
  readonly method: GrpcMethod
  readonly stream: GrpcStream
}

type GrpcStream = ServerWritableStream<Buffer, Buffer>

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
