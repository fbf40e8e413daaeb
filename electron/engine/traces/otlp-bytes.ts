// OTLP as protobuf. What stands one after the other is one message again, so a file can be written in pieces.

import { fromBinary, fromJson, type JsonValue as ProtoJson, toBinary, toJson } from '@bufbuild/protobuf'
import type { OtlpTraces } from '#shared/traces/otlp.ts'
import { fullName, toRegistry } from '../wire/grpc/proto-table.ts'
import { otlpTable } from './otlp-table.ts'

/** What a server answers, or refuses with. */
export type OtlpAnswer = 'ExportTraceServiceResponse' | 'Refusal'

export interface OtlpBytes {
  encode(traces: OtlpTraces): Uint8Array
  /** From its JSON. */
  encodeAnswer(message: OtlpAnswer, value: ProtoJson): Uint8Array
  /** As JSON; undefined where the bytes are not this message. */
  decode(message: OtlpAnswer, bytes: Uint8Array): unknown
}

export function createOtlpBytes(): OtlpBytes {
  const registry = toRegistry(otlpTable)
  const messageOf = (name: string) => {
    const found = registry.getMessage(fullName(otlpTable, name))
    if (found === undefined) throw new Error(`the table has no ${name}`)
    return found
  }
  const traces = messageOf('TracesData')
  return {
    encode: (value) => toBinary(traces, fromJson(traces, protoJsonOf(value) as ProtoJson)),
    encodeAnswer(name, value) {
      const message = messageOf(name)
      return toBinary(message, fromJson(message, value))
    },
    decode(name, bytes) {
      const message = messageOf(name)
      try {
        return toJson(message, fromBinary(message, bytes))
      } catch {
        return undefined
      }
    },
  }
}

const ids = new Set(['traceId', 'spanId', 'parentSpanId'])

/** Protobuf's own JSON has bytes in base64, where OTLP has hexadecimal digits. */
function protoJsonOf(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ids.has(name) ? Buffer.from(value, 'hex').toString('base64') : value
  if (Array.isArray(value)) return value.map((each) => protoJsonOf(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, protoJsonOf(each, key)]))
}
