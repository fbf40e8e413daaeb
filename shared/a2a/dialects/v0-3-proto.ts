import type { Dialect } from '../dialect.ts'
import { encodeProto } from './calls-proto.ts'
import { decodingWith, protoReading } from './reading.ts'

/** 0.3 over REST and gRPC as Python, JavaScript, Java and Google's platforms speak it: ProtoJSON of `a2a.v1`. */
export const dialect03Proto: Dialect = {
  id: '0.3-proto',
  protocolVersion: '0.3',
  bindings: ['HTTP+JSON', 'GRPC'],
  encode: (operation, binding, options) =>
    binding === 'JSONRPC' ? undefined : encodeProto(operation, binding, options),
  ...decodingWith(protoReading),
}
