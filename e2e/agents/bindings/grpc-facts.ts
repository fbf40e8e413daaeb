// The gRPC status of a fault, and a gRPC request as the kit stores it.

import { Metadata } from '@grpc/grpc-js'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type Fault, faultRows, messageOf } from '../faults.ts'
import type { Received } from '../http-server.ts'
import { encode } from '../protobuf/codec.ts'
import { services } from '../protobuf/services.ts'

export const unavailable: Fault = { fault: 'internal', message: 'connection lost' }

export function statusOf(
  error: Fault,
  dialect: Dialect,
): { code: number; details: string; metadata: Metadata } {
  const { grpc, reason } = faultRows[error.fault]
  const code = error === unavailable ? 14 : grpc
  const details = messageOf(error)
  const metadata = new Metadata()
  const schema = services['lf.a2a.v1.A2AService']?.schema
  if (schema && dialect.service === 'lf.a2a.v1.A2AService' && reason !== undefined) {
    const info = encode(schema, 'ErrorInfo', { reason, domain: 'a2a-protocol.org' })
    const any = { typeUrl: 'type.googleapis.com/google.rpc.ErrorInfo', value: info.toString('base64') }
    metadata.set(
      'grpc-status-details-bin',
      encode(schema, 'Status', { code, message: details, details: [any] }),
    )
  }
  return { code, details, metadata }
}

/** grpc-js returns the metadata in no particular order; the message is exact. */
export function receivedCall(path: string, metadata: Metadata, message: Buffer): Received {
  const headers: RawHeaders = Object.keys(metadata.getMap()).flatMap((name) =>
    metadata
      .get(name)
      .map((value): [string, string] => [name, typeof value === 'string' ? value : value.toString('base64')]),
  )
  return {
    method: 'POST',
    target: path,
    path,
    query: new URLSearchParams(),
    headers,
    body: message,
    bytes: message,
  }
}
