import type { DialectId } from '../dialect.ts'
import type { JsonValue } from '../model.ts'

export interface Evidence {
  /** RFC 6901, into the JSON the evidence was taken from. */
  readonly pointer: string
  readonly what: string
  readonly speaks: DialectId
  /** 1 a hint, 2 a claim, 4 a shape only this dialect has, 8 an answer only this dialect gives. */
  readonly weight: 1 | 2 | 4 | 8
}

export interface ReplySeen {
  /** What was asked: JSON-RPC or gRPC method, or `POST /path`. */
  readonly method: string
  readonly dialect: DialectId
  readonly httpStatus?: number
  /** The body; absent when it was no JSON. */
  readonly raw?: JsonValue
}

export function sign(pointer: string, what: string, speaks: DialectId, weight: Evidence['weight']): Evidence {
  return { pointer, what, speaks, weight }
}
