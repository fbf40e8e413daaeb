// ProtoJSON to protobuf bytes. Members no message has are refused: a kit that sends less than it was told would make
// tests pass that should not.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { isArray, isObject } from '../json.ts'
import type { Field, Schema } from './schema.ts'

export function encode(schema: Schema, message: string, json: JsonObject): Buffer {
  const fields = schema.messages.get(message)
  if (fields === undefined) throw new Error(`No message ${message}`)
  const unknown = Object.keys(json).find((name) => !fields.some((field) => field.name === name))
  if (unknown !== undefined) throw new Error(`${message} has no member ${unknown}`)
  return Buffer.concat(
    fields.flatMap((field) => {
      const value = json[field.name]
      return value === undefined ? [] : encodeField(schema, field, value)
    }),
  )
}

function encodeField(schema: Schema, field: Field, value: JsonValue): Buffer[] {
  if (field.map && isObject(value)) {
    return Object.entries(value).map(([key, member]) => {
      const entry = Buffer.concat([
        tagged(1, 2, prefixed(Buffer.from(key))),
        encodeOne(schema, { ...field, number: 2 }, member),
      ])
      return tagged(field.number, 2, prefixed(entry))
    })
  }
  if (field.repeated && isArray(value)) return value.map((item) => encodeOne(schema, field, item))
  return [encodeOne(schema, field, value)]
}

function encodeOne(schema: Schema, { number, type }: Field, value: JsonValue): Buffer {
  const values = schema.enums[type]
  if (values) return tagged(number, 0, varint(Math.max(0, values.indexOf(String(value)))))
  switch (type) {
    case 'string':
      return tagged(number, 2, prefixed(Buffer.from(String(value))))
    case 'bytes':
      return tagged(number, 2, prefixed(Buffer.from(String(value), 'base64')))
    case 'bool':
      return tagged(number, 0, varint(value === true ? 1 : 0))
    case 'int32':
      return tagged(number, 0, varint(Number(value)))
    case 'Timestamp':
      return tagged(number, 2, prefixed(timestamp(String(value))))
    case 'Struct':
      return tagged(number, 2, prefixed(struct(isObject(value) ? value : {})))
    case 'Value':
      return tagged(number, 2, prefixed(dynamic(value)))
    default:
      return tagged(number, 2, prefixed(encode(schema, type, isObject(value) ? value : {})))
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(Math.trunc(value)))
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}

function tagged(number: number, wireType: number, content: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + wireType), content])
}

function prefixed(content: Buffer): Buffer {
  return Buffer.concat([varint(content.length), content])
}

function timestamp(text: string): Buffer {
  const ms = Date.parse(text)
  const seconds = Math.floor(ms / 1000)
  return Buffer.concat([
    tagged(1, 0, varint(seconds)),
    tagged(2, 0, varint((ms - seconds * 1000) * 1_000_000)),
  ])
}

function struct(json: JsonObject): Buffer {
  return Buffer.concat(
    Object.entries(json).map(([name, value]) => {
      const entry = Buffer.concat([
        tagged(1, 2, prefixed(Buffer.from(name))),
        tagged(2, 2, prefixed(dynamic(value))),
      ])
      return tagged(1, 2, prefixed(entry))
    }),
  )
}

function dynamic(value: JsonValue): Buffer {
  if (value === null) return tagged(1, 0, varint(0))
  if (typeof value === 'number') {
    const double = Buffer.alloc(8)
    double.writeDoubleLE(value)
    return tagged(2, 1, double)
  }
  if (typeof value === 'string') return tagged(3, 2, prefixed(Buffer.from(value)))
  if (typeof value === 'boolean') return tagged(4, 0, varint(value ? 1 : 0))
  if (isObject(value)) return tagged(5, 2, prefixed(struct(value)))
  const items = isArray(value) ? value.map((item) => tagged(1, 2, prefixed(dynamic(item)))) : []
  return tagged(6, 2, prefixed(Buffer.concat(items)))
}
