import type { Dialect } from '../dialect.ts'
import { restCall } from './calls.ts'
import { encodeRpc03, headers03 } from './calls-03.ts'
import { decodingWith, plainReading } from './reading.ts'

/** 0.2.0 to 0.2.6 over JSON-RPC. The extended card is a plain GET beside the card's own URL (PROTOCOL 1.3). */
export const dialect02: Dialect = {
  id: '0.2',
  protocolVersion: '0.2',
  bindings: ['JSONRPC'],
  encode: (operation, binding, options) => {
    if (binding !== 'JSONRPC') return undefined
    if (operation.kind !== 'extended-card') return encodeRpc03(operation, options)
    return restCall({ verb: 'GET', path: '/../agent/authenticatedExtendedCard' }, headers03(options))
  },
  ...decodingWith(plainReading),
}
