// The wire: sends operations and raw requests, and sees to it that everything that crosses is on the record before anyone
// interprets it. It owns connections and the memory of secrets. It does not choose dialects, credentials or retries.

import { fallbackCall } from '#shared/a2a/fallback-calls.ts'
import { systemClock } from '../clock.ts'
import { callOverGrpc } from './call-grpc.ts'
import { callOverHttp, requestRaw } from './call-http.ts'
import { createOutgoing } from './outgoing.ts'
import type { Wire, WireOptions } from './wire-types.ts'

export { callInEitherSpelling, type EitherCall } from './either-spelling.ts'
export type { WireFailure } from './failure.ts'
export { type ConnectionProfile, defaultProfile } from './profile.ts'
export type { CallUpdate, Judge, JudgedItem } from './reading.ts'
export type {
  Call,
  CallRequest,
  Outcome,
  RawAnswer,
  RawOutcome,
  RawRequest,
  Wire,
  WireOptions,
} from './wire-types.ts'

export function createWire(options: WireOptions): Wire {
  const outgoing = createOutgoing(options, options.clock ?? systemClock)
  const { secrets } = outgoing
  return {
    call(request) {
      const encoded =
        request.written ?? request.dialect.encode(request.operation, request.binding, request.options)
      const wireCall =
        request.spelling === 'second'
          ? encoded && fallbackCall(request.dialect.id, encoded, request.options)?.call
          : encoded
      if (wireCall === undefined) return undefined
      return wireCall.binding === 'GRPC'
        ? callOverGrpc(outgoing, request, wireCall)
        : callOverHttp(outgoing, request, wireCall)
    },
    request: (request) => requestRaw(outgoing, request),
    reveal: secrets.reveal,
    mask: {
      headers: (headers) => secrets.headers(headers, 'theirs'),
      text: (text) => secrets.text(text, 'theirs'),
      bytes: (bytes) => secrets.bytes(bytes, 'theirs'),
      learn: secrets.learn,
    },
    forgetSecrets: secrets.forgetAll,
    close: outgoing.close,
  }
}
