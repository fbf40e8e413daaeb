// What a server answers to spans, as protobuf. The description is made when it is first needed: most answers are empty.

import {
  fromBinary,
  fromJson,
  type JsonValue as ProtoJson,
  type Registry,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import { fullName, type ProtoTable, toRegistry } from '../wire/grpc/proto-table.ts'

/** All in one package, which the bytes do not show; `Refusal` is the status that a server refuses with. */
const otlpTable: ProtoTable = {
  package: 'opentelemetry.proto.trace.v1',
  messages: {
    ExportTraceServiceResponse: 'partial_success=1:PartialSuccess',
    PartialSuccess: 'rejected_spans=1:int64 error_message=2',
    Refusal: 'code=1:int32 message=2',
  },
}

/** What a server answers, or refuses with. */
export type OtlpAnswer = 'ExportTraceServiceResponse' | 'Refusal'

export function createOtlpBytes() {
  let registry: Registry | undefined
  const messageOf = (name: OtlpAnswer) => {
    registry ??= toRegistry(otlpTable)
    const found = registry.getMessage(fullName(otlpTable, name))
    if (found === undefined) throw new Error(`the table has no ${name}`)
    return found
  }
  return {
    /** From its JSON. */
    encodeAnswer(name: OtlpAnswer, value: ProtoJson): Uint8Array {
      const message = messageOf(name)
      return toBinary(message, fromJson(message, value))
    },
    /** As JSON; undefined where the bytes are not this message. */
    decode(name: OtlpAnswer, bytes: Uint8Array): unknown {
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
