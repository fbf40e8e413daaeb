// Every dialect that Parley supports. Encoding is strict to the version; decoding is lenient and never throws: what it cannot
// read it reports. Errors of a gRPC channel arrive as statuses: `readGrpcStatus`.

import type { Dialect, DialectId, EncodeOptions, WireCall } from './dialect.ts'
import { firstHabits, plainHabits, protoHabits, restCall, rpcCall } from './dialects/calls.ts'
import { encode01 } from './dialects/calls-01.ts'
import { encodeRest03, encodeRpc03, headers03 } from './dialects/calls-03.ts'
import { encode10 } from './dialects/calls-10.ts'
import { encodeProto } from './dialects/calls-proto.ts'
import type { Binding } from './model.ts'
import type { Operation } from './operation.ts'
import type { Habits } from './read/members.ts'
import { decodeReplyWith, decodeUpdateWith } from './read/reply.ts'

/** Encodes for these bindings only. */
function dialect(
  id: DialectId,
  bindings: readonly Binding[],
  habits: Habits,
  encode: (operation: Operation, binding: Binding, options?: EncodeOptions) => WireCall | undefined,
): Dialect {
  return {
    id,
    bindings,
    encode: (operation, binding, options) =>
      bindings.includes(binding) ? encode(operation, binding, options) : undefined,
    // All decode alike except where shape alone is ambiguous.
    decodeReply: (operation, _binding, raw, httpStatus) =>
      decodeReplyWith(habits, operation, raw, httpStatus),
    decodeEvent: (_binding, raw) => decodeUpdateWith(habits, raw, 'stream'),
    decodeWebhook: (raw) => decodeUpdateWith(habits, raw, 'elsewhere'),
  }
}

const byId: Readonly<Record<DialectId, Dialect>> = {
  /** 1.0.0 and 1.0.1: one wire format. */
  '1.0': dialect('1.0', ['JSONRPC', 'HTTP+JSON', 'GRPC'], plainHabits, (operation, binding, options) =>
    encode10({ candidate: false, service: 'lf.a2a.v1.A2AService' }, operation, binding, options),
  ),
  /** 1.0.0-rc, built into servers from January to March 2026. Its gRPC numbers clash with 0.3's under the same name. */
  '1.0-rc': dialect('1.0-rc', ['JSONRPC', 'HTTP+JSON'], plainHabits, (operation, binding, options) =>
    encode10({ candidate: true, service: 'a2a.v1.A2AService' }, operation, binding, options),
  ),
  /** 0.3.0 over JSON-RPC. */
  '0.3': dialect('0.3', ['JSONRPC'], plainHabits, (operation, _, options) =>
    operation.kind === 'extended-card'
      ? rpcCall('agent/getAuthenticatedExtendedCard', undefined, headers03(options))
      : encodeRpc03(operation, options),
  ),
  /** 0.3 over REST and gRPC as Python, JavaScript, Java and Google's platforms speak it: ProtoJSON of `a2a.v1`. */
  '0.3-proto': dialect('0.3-proto', ['HTTP+JSON', 'GRPC'], protoHabits, encodeProto),
  /** 0.3 over REST as .NET and the spec's prose have it: the JSON-RPC objects without the envelope. */
  '0.3-schema': dialect('0.3-schema', ['HTTP+JSON'], plainHabits, (operation, _, options) =>
    encodeRest03(operation, options),
  ),
  /** 0.2.0 to 0.2.6 over JSON-RPC. The extended card is a plain GET beside the card's own URL (PROTOCOL 1.3). */
  '0.2': dialect('0.2', ['JSONRPC'], plainHabits, (operation, _, options) =>
    operation.kind === 'extended-card'
      ? restCall({ verb: 'GET', path: '/../agent/authenticatedExtendedCard' }, headers03(options))
      : encodeRpc03(operation, options),
  ),
  /** `tasks/send` era. */
  '0.1': dialect('0.1', ['JSONRPC'], firstHabits, encode01),
}

/** The newest first. */
export const dialects: readonly Dialect[] = Object.values(byId)

export function dialectOf(id: DialectId): Dialect {
  return byId[id]
}
