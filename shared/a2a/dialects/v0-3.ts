import type { Dialect } from '../dialect.ts'
import { rpcCall } from './calls.ts'
import { encodeRpc03, headers03 } from './calls-03.ts'
import { decodingWith, plainReading } from './reading.ts'

/** 0.3.0 over JSON-RPC. */
export const dialect03: Dialect = {
  id: '0.3',
  protocolVersion: '0.3',
  bindings: ['JSONRPC'],
  encode: (operation, binding, options) => {
    if (binding !== 'JSONRPC') return undefined
    if (operation.kind !== 'extended-card') return encodeRpc03(operation, options)
    return rpcCall('agent/getAuthenticatedExtendedCard', undefined, headers03(options))
  },
  ...decodingWith(plainReading),
}
