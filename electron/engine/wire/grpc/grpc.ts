// All that gRPC calls share, made when the first one needs it: definitions take a moment to build.

import { type FileRegistry, fromBinary, toJson } from '@bufbuild/protobuf'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { createChannels } from './channels.ts'
import { createGrpcMessages, type GrpcMessages } from './messages.ts'
import { type ProtoTable, toRegistry } from './proto-table.ts'

export type Grpc = ReturnType<typeof createGrpc>

export function createGrpc() {
  const channels = createChannels()
  let messages: GrpcMessages | undefined
  let details: ReturnType<typeof createStatusDetails> | undefined
  return {
    channels,
    messages(): GrpcMessages {
      messages ??= createGrpcMessages()
      return messages
    },
    details() {
      details ??= createStatusDetails()
      return details
    },
    close: channels.close,
  }
}

const googleRpc: ProtoTable = {
  package: 'google.rpc',
  messages: {
    // `Any` as the two fields it is on the wire: its values are opened one by one, and kept closed if unknown.
    Status: 'code=1:int32 message=2 details=3:Packed[]',
    Packed: 'type_url=1 value=2:bytes',
    ErrorInfo: 'reason=1 domain=2 metadata=3:{string}',
    BadRequest: 'field_violations=1:FieldViolation[]',
    FieldViolation: 'field=1 description=2',
  },
}

/**
 * Reads google.rpc.Status in the trailer `grpc-status-details-bin`, with the two kinds of detail that A2A 1.0 uses (§10.6), as the
 * JSON the other bindings would carry.
 */
function createStatusDetails(): (bytes: Uint8Array) => readonly JsonValue[] {
  const registry = toRegistry(googleRpc)
  return (bytes) => {
    const { details } = read(registry, 'Status', bytes) ?? {}
    return Array.isArray(details) ? details.map((detail) => open(registry, detail)) : []
  }
}

function open(registry: FileRegistry, detail: JsonValue): JsonValue {
  if (typeof detail !== 'object' || detail === null || !('typeUrl' in detail)) return detail
  const { typeUrl, value } = detail
  const name = String(typeUrl).split('/').at(-1) ?? ''
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64')
  const opened = name.startsWith('google.rpc.')
    ? read(registry, name.slice('google.rpc.'.length), bytes)
    : undefined
  return { '@type': String(typeUrl), ...(opened ?? { value: value ?? '' }) }
}

function read(registry: FileRegistry, name: string, bytes: Uint8Array): JsonObject | undefined {
  const type = registry.getMessage(`google.rpc.${name}`)
  if (type === undefined) return undefined
  try {
    return toJson(type, fromBinary(type, bytes)) as JsonObject
  } catch {
    return undefined
  }
}
