// Converts ProtoJSON to the bytes of a message and back. Unknown members throw: silently sending less would let wrong tests
// pass. Unknown fields are skipped when reading, as in every protobuf reader.

import {
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue as ProtoJson,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import type { JsonObject } from '#shared/a2a/model.ts'
import { packageName, type Schema } from './schema.ts'

export function encode(schema: Schema, message: string, json: JsonObject): Buffer {
  const type = typeOf(schema, message)
  return Buffer.from(toBinary(type, fromJson(type, json as ProtoJson, { registry: schema })))
}

export function decode(schema: Schema, message: string, bytes: Buffer): JsonObject {
  const type = typeOf(schema, message)
  return toJson(type, fromBinary(type, bytes), { registry: schema }) as JsonObject
}

function typeOf(schema: Schema, message: string): DescMessage {
  const type = schema.getMessage(`${packageName}.${message}`)
  if (type === undefined) throw new Error(`No message ${message}`)
  return type
}
