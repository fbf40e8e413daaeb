import type { Dialect } from '../dialect.ts'
import { encode10 } from './calls-10.ts'
import { decodingWith, plainReading } from './reading.ts'

const edition = { candidate: false, service: 'lf.a2a.v1.A2AService' }

/** 1.0.0 and 1.0.1: one wire format. */
export const dialect10: Dialect = {
  id: '1.0',
  protocolVersion: '1.0',
  bindings: ['JSONRPC', 'HTTP+JSON', 'GRPC'],
  encode: (operation, binding, options) => encode10(edition, operation, binding, options),
  ...decodingWith(plainReading),
}
