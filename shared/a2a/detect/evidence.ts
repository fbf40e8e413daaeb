import type { DialectId } from '../dialect.ts'
import type { Binding, JsonValue } from '../model.ts'

// Longest version that is compared with supported ones; a longer one is not supported.
const maxVersionChars = 32

export interface Evidence {
  /** RFC 6901, into the JSON with the evidence. */
  readonly pointer: string
  readonly what: string
  readonly speaks: DialectId
  /** 1 a hint, 2 a claim, 4 a shape and 8 an answer that only this dialect has. */
  readonly weight: 1 | 2 | 4 | 8
}

export interface ReplySeen {
  readonly method: string
  readonly dialect: DialectId
  readonly httpStatus?: number
  /** The body; absent when it was not JSON. */
  readonly raw?: JsonValue
}

export function sign(pointer: string, what: string, speaks: DialectId, weight: Evidence['weight']): Evidence {
  return { pointer, what, speaks, weight }
}

/** Bindings as cards spell them, ignoring case; undefined for an unsupported one. */
export function bindingOf(declared: string): Binding | undefined {
  switch (declared.toUpperCase()) {
    case 'JSONRPC':
      return 'JSONRPC'
    case 'HTTP+JSON':
      return 'HTTP+JSON'
    case 'GRPC':
      return 'GRPC'
    default:
      return undefined
  }
}

/**
 * The dialect of a declared version over a binding; undefined for an unsupported version. Only `Major.Minor` counts. Everything
 * below 0.3 is the 0.x dialect, never 1.0, and over REST and gRPC 0.x is ProtoJSON (PROTOCOL 8.1).
 */
export function dialectOfVersion(version: string, binding: Binding): DialectId | undefined {
  const plain = version.trim().replace(/^v/i, '').slice(0, maxVersionChars)
  const [major, minor] = plain.split('.')
  if (major === '1') return /^1\.0(\.0)?-rc/i.test(plain) && binding !== 'GRPC' ? '1.0-rc' : '1.0'
  if (major !== '0') return undefined
  if (binding !== 'JSONRPC') return minor === '1' ? undefined : '0.3-proto'
  if (minor === '1') return '0.1'
  return minor === '2' ? '0.2' : '0.3'
}
