// Protobuf bytes to ProtoJSON; fields no message has are skipped, as every protobuf reader skips them.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { isObject } from '../json.ts'
import type { Field, Schema } from './schema.ts'

interface WireField {
  readonly number: number
  readonly varint: bigint
  readonly bytes: Buffer
}

export function decode(schema: Schema, message: string, bytes: Buffer): JsonObject {
  const fields = schema.messages.get(message) ?? []
  const json: Record<string, JsonValue> = {}
  for (const wire of wireFields(bytes)) {
    const field = fields.find(({ number }) => number === wire.number)
    if (field === undefined) continue
    const before = json[field.name]
    if (field.map) {
      const [key, value] = mapEntry(schema, field, wire.bytes)
      json[field.name] = { ...(isObject(before) ? before : {}), [key]: value }
      continue
    }
    const value = decodeOne(schema, field, wire)
    json[field.name] = field.repeated ? [...(Array.isArray(before) ? before : []), value] : value
  }
  return json
}

function mapEntry(schema: Schema, field: Field, bytes: Buffer): readonly [string, JsonValue] {
  let key = ''
  let value: JsonValue = null
  for (const wire of wireFields(bytes)) {
    if (wire.number === 1) key = wire.bytes.toString('utf8')
    if (wire.number === 2) value = decodeOne(schema, field, wire)
  }
  return [key, value]
}

function decodeOne(schema: Schema, { type }: Field, { varint, bytes }: WireField): JsonValue {
  const values = schema.enums[type]
  if (values) return values[Number(varint)] ?? Number(varint)
  switch (type) {
    case 'string':
      return bytes.toString('utf8')
    case 'bytes':
      return bytes.toString('base64')
    case 'bool':
      return varint !== 0n
    case 'int32':
      return Number(BigInt.asIntN(32, varint))
    case 'Timestamp':
      return timestamp(bytes)
    case 'Struct':
      return struct(bytes)
    case 'Value':
      return dynamic(bytes)
    default:
      return decode(schema, type, bytes)
  }
}

function* wireFields(bytes: Buffer): Generator<WireField> {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; at < bytes.length; shift += 7n) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 127) << shift
      if (byte < 128) break
    }
    return value
  }
  const take = (length: number): Buffer => {
    const taken = bytes.subarray(at, at + length)
    at += length
    return taken
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const number = tag >> 3
    const none = Buffer.alloc(0)
    switch (tag & 7) {
      case 0:
        yield { number, varint: varint(), bytes: none }
        break
      case 1:
        yield { number, varint: 0n, bytes: take(8) }
        break
      case 2:
        yield { number, varint: 0n, bytes: take(Number(varint())) }
        break
      case 5:
        yield { number, varint: 0n, bytes: take(4) }
        break
      default:
        return
    }
  }
}

function timestamp(bytes: Buffer): string {
  let ms = 0
  for (const { number, varint } of wireFields(bytes)) {
    if (number === 1) ms += Number(varint) * 1000
    if (number === 2) ms += Number(varint) / 1_000_000
  }
  return new Date(ms).toISOString()
}

function struct(bytes: Buffer): JsonObject {
  const json: Record<string, JsonValue> = {}
  for (const entry of wireFields(bytes)) {
    let key = ''
    let value: JsonValue = null
    for (const wire of wireFields(entry.bytes)) {
      if (wire.number === 1) key = wire.bytes.toString('utf8')
      if (wire.number === 2) value = dynamic(wire.bytes)
    }
    json[key] = value
  }
  return json
}

function dynamic(value: Buffer): JsonValue {
  for (const { number, varint, bytes } of wireFields(value)) {
    switch (number) {
      case 2:
        return bytes.readDoubleLE()
      case 3:
        return bytes.toString('utf8')
      case 4:
        return varint !== 0n
      case 5:
        return struct(bytes)
      case 6:
        return [...wireFields(bytes)].map((item) => dynamic(item.bytes))
    }
  }
  return null
}
