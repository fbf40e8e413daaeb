import type { Dialect } from '../dialect.ts'
import { encodeRest03 } from './calls-03.ts'
import { decodingWith, plainReading } from './reading.ts'

/** 0.3 over REST as .NET and the spec's prose have it: the JSON-RPC objects without the envelope. */
export const dialect03Schema: Dialect = {
  id: '0.3-schema',
  protocolVersion: '0.3',
  bindings: ['HTTP+JSON'],
  encode: (operation, binding, options) =>
    binding === 'HTTP+JSON' ? encodeRest03(operation, options) : undefined,
  ...decodingWith(plainReading),
}
