// Shared by all gRPC calls, created by the first one: building the definitions takes a moment.

import { rootCertificates } from 'node:tls'
import { type FileRegistry, fromBinary, toJson } from '@bufbuild/protobuf'
import { Client, credentials } from '@grpc/grpc-js'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { type ConnectionProfile, certificateFor } from '../profile.ts'
import { createGrpcMessages, type GrpcMessages } from './messages.ts'
import { type ProtoTable, toRegistry } from './proto-table.ts'
import type { GrpcTarget } from './target.ts'

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
    // `Any` with its two fields on the wire: values are unpacked one by one, and stay packed if unknown.
    Status: 'code=1:int32 message=2 details=3:Packed[]',
    Packed: 'type_url=1 value=2:bytes',
    ErrorInfo: 'reason=1 domain=2 metadata=3:{string}',
    BadRequest: 'field_violations=1:FieldViolation[]',
    FieldViolation: 'field=1 description=2',
  },
}

/**
 * Reads google.rpc.Status in the trailer `grpc-status-details-bin`, with the two kinds of detail that A2A 1.0 uses
 * (§10.6), as the JSON of the other bindings.
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

// gRPC channels by target and profile: opened on first use, shared by later calls, closed with the wire. grpc-js
// resolves names and opens sockets without reporting it, so there are no timings of these; its proxy is set by options.

export type Channels = ReturnType<typeof createChannels>

function createChannels() {
  const open = new Map<string, Client>()
  return {
    to(target: GrpcTarget, profile: ConnectionProfile): Client {
      const key = JSON.stringify([target, profile])
      const existing = open.get(key)
      if (existing !== undefined) return existing
      const { address, ...through } = placeOf(target, profile)
      const client = new Client(address, credentialsOf(target, profile), {
        ...through,
        'grpc.max_receive_message_length': profile.maxFrameBytes,
        // The record shows everything sent: no hidden retry.
        'grpc.enable_retries': 0,
        'grpc.enable_http_proxy': 0,
        'grpc.use_local_subchannel_pool': 1,
        'grpc.service_config_disable_resolution': 1,
      })
      open.set(key, client)
      return client
    },
    close() {
      for (const client of open.values()) client.close()
      open.clear()
    },
  }
}

/**
 * With a proxy, the channel leads to the proxy, which opens a tunnel. The scheme `dns:` makes gRPC resolve a
 * host like `unix:443` as a name, not as a socket of this machine.
 */
function placeOf({ authority }: GrpcTarget, { proxyUrl }: ConnectionProfile) {
  if (proxyUrl === undefined) return { address: `dns:${authority}` }
  const proxy = new URL(proxyUrl)
  const { hostname, username, password } = proxy
  return {
    address: `dns:${hostname}:${proxy.port || '80'}`,
    'grpc.http_connect_target': `dns:${authority}`,
    'grpc.default_authority': authority,
    ...(username !== '' && {
      'grpc.http_connect_creds': `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
    }),
  }
}

function credentialsOf(target: GrpcTarget, profile: ConnectionProfile) {
  if (!target.secure) return credentials.createInsecure()
  const { caPem } = profile
  const shown = certificateFor(profile, `https://${target.authority}`)
  const roots = caPem === undefined ? null : Buffer.from([...rootCertificates, caPem].join('\n'))
  return credentials.createSsl(
    roots,
    shown === undefined ? null : Buffer.from(shown.keyPem),
    shown === undefined ? null : Buffer.from(shown.certificatePem),
    { rejectUnauthorized: !profile.acceptInvalidCertificate },
  )
}
