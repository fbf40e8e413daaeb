// The wire: sends operations and raw requests, and sees to it that everything that crosses is on the record before anyone
// interprets it. It owns connections and the memory of secrets. It does not choose dialects, credentials or retries.

import { systemClock } from '../clock.ts'
import { callOverGrpc } from './call-grpc.ts'
import { callOverHttp, requestRaw } from './call-http.ts'
import { createOutgoing } from './outgoing.ts'
import type { Wire, WireOptions } from './wire-types.ts'

export { callInEitherSpelling } from './either-spelling.ts'
export type { WireFailure } from './failure.ts'
export type { ConnectionProfile } from './profile.ts'
export type { CallUpdate, JudgedItem } from './reading.ts'
export type {
  Call,
  CallRequest,
  Outcome,
  RawOutcome,
  RawRequest,
  Wire,
  WireOptions,
} from './wire-types.ts'

export function createWire(options: WireOptions): Wire {
  const outgoing = createOutgoing(options, options.clock ?? systemClock)
  const { secrets } = outgoing
  return {
    call: (request) =>
      request.call.binding === 'GRPC'
        ? callOverGrpc(outgoing, request, request.call)
        : callOverHttp(outgoing, request, request.call),
    request: (request) => requestRaw(outgoing, request),
    reveal: secrets.reveal,
    revealFor: secrets.revealFor,
    addresses: secrets,
    leaving: {
      text: (text) => secrets.addresses(secrets.text(text, 'theirs'), 'theirs'),
      bytes(bytes) {
        const known = secrets.bytes(bytes, 'theirs')
        const text = known.toString('latin1')
        const safe = secrets.addresses(text, 'theirs')
        return safe === text ? known : Buffer.from(safe, 'latin1')
      },
    },
    mask: {
      headers: (headers) => secrets.headers(headers, 'theirs'),
      text: (text) => secrets.text(text, 'theirs'),
      url: (url) => secrets.url(url, 'theirs'),
      bytes: (bytes) => secrets.bytes(bytes, 'theirs'),
      learn: secrets.learn,
    },
    forgetSecrets: secrets.forgetAll,
    close: outgoing.close,
  }
}
