// What a server answers to spans, as protobuf. The description is made when it is first needed: most answers are empty.

import {
  fromBinary,
  fromJson,
  type JsonValue as ProtoJson,
  type Registry,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import { fullName, toRegistry } from '../wire/grpc/proto-table.ts'
import { otlpTable } from './otlp-table.ts'

/** What a server answers, or refuses with. */
export type OtlpAnswer = 'ExportTraceServiceResponse' | 'Refusal'

export interface OtlpBytes {
  /** From its JSON. */
  encodeAnswer(message: OtlpAnswer, value: ProtoJson): Uint8Array
  /** As JSON; undefined where the bytes are not this message. */
  decode(message: OtlpAnswer, bytes: Uint8Array): unknown
}

export function createOtlpBytes(): OtlpBytes {
  let registry: Registry | undefined
  const messageOf = (name: OtlpAnswer) => {
    registry ??= toRegistry(otlpTable)
    const found = registry.getMessage(fullName(otlpTable, name))
    if (found === undefined) throw new Error(`the table has no ${name}`)
    return found
  }
  return {
    encodeAnswer(name, value) {
      const message = messageOf(name)
      return toBinary(message, fromJson(message, value))
    },
    decode(name, bytes) {
      if (bytes.byteLength === 0) return {}
      const message = messageOf(name)
      try {
        return toJson(message, fromBinary(message, bytes))
      } catch {
        return undefined
      }
    },
  }
}
