import type { Dialect } from '../dialect.ts'
import { encode01 } from './calls-01.ts'
import { decodingWith, firstReading } from './reading.ts'

/** `tasks/send` era. */
export const dialect01: Dialect = {
  id: '0.1',
  protocolVersion: '0.1',
  bindings: ['JSONRPC'],
  encode: (operation, binding) => (binding === 'JSONRPC' ? encode01(operation) : undefined),
  ...decodingWith(firstReading),
}
