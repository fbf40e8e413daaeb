// gRPC: the dialect's JSON as protobuf messages (PROTOCOL.md §5). grpc-js only transports bytes; the kit encodes the fields
// itself. A step that cuts the connection becomes status UNAVAILABLE, since HTTP/2 streams have nothing closer.

import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type sendUnaryData,
  type UntypedHandleCall,
} from '@grpc/grpc-js'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type Fault, fault } from '../faults.ts'
import type { Received } from '../http-server.ts'
import { isObject } from '../json.ts'
import { decode, encode } from '../protobuf/codec.ts'
import { services } from '../protobuf/services.ts'
import type { Live } from '../task-server.ts'
import { type Answering, answer } from './answering.ts'
import { receivedCall, statusOf, unavailable } from './grpc-facts.ts'

export interface GrpcServer {
  /** `host:port`, as cards give it. */
  readonly address: string
  close(): void
}

type Unary = ServerUnaryCall<Buffer, Buffer>
type Streaming = ServerWritableStream<Buffer, Buffer>
/** Where the response is written. */
type Out = { readonly callback: sendUnaryData<Buffer> } | { readonly call: Streaming }

export async function openGrpcServer(
  answering: Answering,
  dialects: readonly Dialect[],
  onReceived: (received: Received) => void,
): Promise<GrpcServer> {
  const server = new Server()
  for (const dialect of dialects) addService(server, answering, dialect, onReceived)
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() }
}

function addService(
  server: Server,
  answering: Answering,
  dialect: Dialect,
  onReceived: (received: Received) => void,
): void {
  const name = dialect.service ?? ''
  const service = services[name]
  if (service === undefined) return
  const definition: Record<string, ServiceDefinition[string]> = {}
  const handlers: Record<string, UntypedHandleCall> = {}
  for (const [method, [requestMessage, responseMessage, kind]] of Object.entries(service.methods)) {
    const operation = dialect.methods[method]
    if (operation === undefined) continue
    const path = `/${name}/${method}`
    definition[method] = byteMethod(path, kind === 'stream')
    const toBytes = (json: JsonValue): Buffer =>
      encode(service.schema, responseMessage, isObject(json) ? json : {})
    const take = (call: Unary | Streaming, out: Out): void => {
      onReceived(receivedCall(path, call.metadata, call.request))
      const params = decode(service.schema, requestMessage, call.request)
      handle(answering, dialect, operation, params, call, out, toBytes).catch((error: Error) =>
        refuse(out, fault('internal', error.message), dialect),
      )
    }
    const unary: handleUnaryCall<Buffer, Buffer> = (call, callback) => take(call, { callback })
    const streaming: handleServerStreamingCall<Buffer, Buffer> = (call) => take(call, { call })
    handlers[method] = kind === 'stream' ? streaming : unary
  }
  server.addService(definition as ServiceDefinition, handlers)
}

async function handle(
  answering: Answering,
  dialect: Dialect,
  operation: OperationKind,
  params: JsonObject,
  call: Unary | Streaming,
  out: Out,
  toBytes: (json: JsonValue) => Buffer,
): Promise<void> {
  const [sent] = call.metadata.get('a2a-version')
  const version = answering.quirks.version(sent?.toString())
  if (dialect.needsVersionHeader && version !== '1.0') {
    refuse(out, fault('version', `A2A version '${version ?? '0.3'}' is not supported`), dialect)
    return
  }
  const gone = new AbortController()
  call.on('cancelled', () => gone.abort())
  const answered = await answer(answering, dialect, operation, params, { gone: gone.signal })
  switch (answered.kind) {
    case 'error':
      refuse(out, answered.error, dialect)
      return
    case 'cut':
      refuse(out, unavailable, dialect)
      return
    case 'json':
      if ('callback' in out) out.callback(null, toBytes(answered.json))
      return
    case 'stream':
      if ('call' in out) {
        await writeStream(answering, dialect, operation, answered.live, out.call, gone.signal, toBytes)
      }
  }
}

function refuse(out: Out, error: Fault, dialect: Dialect): void {
  const status = statusOf(error, dialect)
  if ('callback' in out) out.callback(status)
  else out.call.emit('error', status)
}

async function writeStream(
  { quirks }: Answering,
  dialect: Dialect,
  operation: OperationKind,
  live: Live,
  call: Streaming,
  gone: AbortSignal,
  toBytes: (json: JsonValue) => Buffer,
): Promise<void> {
  gone.addEventListener('abort', () => live.leave(), { once: true })
  let index = 0
  for await (const emission of live.channel) {
    switch (emission.kind) {
      case 'raw':
        break
      case 'cut':
        call.emit('error', statusOf(unavailable, dialect))
        return
      case 'fault':
        call.emit('error', statusOf(emission.error, dialect))
        return
      case 'json':
      case 'update': {
        const json = emission.kind === 'json' ? emission.json : dialect.event(emission.update)
        const bytes = toBytes(quirks.json(json, { operation, index: index++, place: 'event', params: {} }))
        if (!call.write(bytes)) await Promise.race([once(call, 'drain'), once(call, 'close')])
      }
    }
  }
  call.end()
}

function once(call: Streaming, event: string): Promise<void> {
  return new Promise((resolve) => call.once(event, () => resolve()))
}

function byteMethod(path: string, responseStream: boolean): ServiceDefinition[string] {
  const same = (bytes: Buffer): Buffer => bytes
  return {
    path,
    requestStream: false,
    responseStream,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  }
}
