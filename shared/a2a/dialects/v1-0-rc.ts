import type { Dialect } from '../dialect.ts'
import { encode10 } from './calls-10.ts'
import { decodingWith, plainReading } from './reading.ts'

const edition = { candidate: true, service: 'a2a.v1.A2AService' }

/** 1.0.0-rc, built into servers from January to March 2026. Its gRPC numbers clash with 0.3's under the same name. */
export const dialect10Rc: Dialect = {
  id: '1.0-rc',
  protocolVersion: '1.0',
  bindings: ['JSONRPC', 'HTTP+JSON'],
  encode: (operation, binding, options) =>
    binding === 'GRPC' ? undefined : encode10(edition, operation, binding, options),
  ...decodingWith(plainReading),
}
