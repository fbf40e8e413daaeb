// Encodes OTLP as protobuf, field by field: batches are sent while streams are recorded, and a generic encoder would
// cost ten times as much. The field numbers are those of testing/engine/otlp-table.ts, which a test compares.

import {
  fromBinary,
  fromJson,
  type JsonValue as ProtoJson,
  type Registry,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { OtlpAttribute, OtlpSpan, OtlpTraces, OtlpValue } from '#shared/traces/otlp.ts'
import { fullName, type ProtoTable, toRegistry } from '../wire/grpc/proto-table.ts'

/** All in one package, which is not part of the bytes; `Refusal` is the status of a refused request. */
const otlpTable: ProtoTable = {
  package: 'opentelemetry.proto.trace.v1',
  messages: {
    ExportTraceServiceResponse: 'partial_success=1:PartialSuccess',
    PartialSuccess: 'rejected_spans=1:int64 error_message=2',
    Refusal: 'code=1:int32 message=2',
  },
}

/** Consecutive messages are one message again, so a file can be written in pieces. */
export function encodeOtlp({ resourceSpans }: OtlpTraces): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter()
  each(writer, 1, resourceSpans, ({ resource, scopeSpans }) => {
    message(writer, 1, () => attributes(writer, 1, resource.attributes))
    each(writer, 2, scopeSpans, ({ scope, spans }) => {
      message(writer, 1, () => {
        text(writer, 1, scope.name)
        text(writer, 2, scope.version)
      })
      each(writer, 2, spans, (span) => writeSpan(writer, span))
    })
  })
  return writer.finish()
}

function writeSpan(writer: BinaryWriter, span: OtlpSpan): void {
  const { events = [], links = [], status } = span
  digits(writer, 1, span.traceId)
  digits(writer, 2, span.spanId)
  text(writer, 3, span.traceState)
  digits(writer, 4, span.parentSpanId)
  text(writer, 5, span.name)
  number(writer, 6, span.kind)
  time(writer, 7, span.startTimeUnixNano)
  time(writer, 8, span.endTimeUnixNano)
  attributes(writer, 9, span.attributes)
  each(writer, 11, events, (event) => {
    time(writer, 1, event.timeUnixNano)
    text(writer, 2, event.name)
    attributes(writer, 3, event.attributes)
  })
  number(writer, 12, span.droppedEventsCount)
  each(writer, 13, links, ({ traceId, spanId }) => {
    digits(writer, 1, traceId)
    digits(writer, 2, spanId)
  })
  number(writer, 14, span.droppedLinksCount)
  if (!status) return
  message(writer, 15, () => {
    text(writer, 2, status.message)
    number(writer, 3, status.code)
  })
}

function attributes(writer: BinaryWriter, field: number, list: readonly OtlpAttribute[]): void {
  each(writer, field, list, ({ key, value }) => {
    text(writer, 1, key)
    message(writer, 2, () => writeValue(writer, value))
  })
}

function writeValue(writer: BinaryWriter, value: OtlpValue): void {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue } = value
  text(writer, 1, stringValue)
  if (boolValue !== undefined) writer.tag(2, WireType.Varint).bool(boolValue)
  if (intValue !== undefined) writer.tag(3, WireType.Varint).int64(intValue)
  if (doubleValue !== undefined) writer.tag(4, WireType.Bit64).double(doubleValue)
  if (!arrayValue) return
  message(writer, 5, () => each(writer, 1, arrayValue.values, (one) => writeValue(writer, one)))
}

function message(writer: BinaryWriter, field: number, write: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork()
  write()
  writer.join()
}

function each<T>(writer: BinaryWriter, field: number, list: readonly T[], write: (one: T) => void): void {
  for (const one of list) message(writer, field, () => write(one))
}

function text(writer: BinaryWriter, field: number, value: string | undefined): void {
  if (value !== undefined) writer.tag(field, WireType.LengthDelimited).string(value)
}

function digits(writer: BinaryWriter, field: number, hex: string | undefined): void {
  if (hex !== undefined) writer.tag(field, WireType.LengthDelimited).bytes(Buffer.from(hex, 'hex'))
}

function number(writer: BinaryWriter, field: number, value: number | undefined): void {
  if (value !== undefined) writer.tag(field, WireType.Varint).uint32(value)
}

function time(writer: BinaryWriter, field: number, nanos: string): void {
  writer.tag(field, WireType.Bit64).fixed64(nanos)
}

// Decodes a server's responses to spans from protobuf. The descriptors are created on first use, as most responses are empty.

export type OtlpResponse = 'ExportTraceServiceResponse' | 'Refusal'

export function createOtlpBytes() {
  let registry: Registry | undefined
  const messageOf = (name: OtlpResponse) => {
    registry ??= toRegistry(otlpTable)
    const descMessage = registry.getMessage(fullName(otlpTable, name))
    if (descMessage === undefined) throw new Error(`the table has no ${name}`)
    return descMessage
  }
  return {
    encode(name: OtlpResponse, value: ProtoJson): Uint8Array {
      const message = messageOf(name)
      return toBinary(message, fromJson(message, value))
    },
    /** As JSON; undefined if the bytes are not this message. */
    decode(name: OtlpResponse, bytes: Uint8Array): unknown {
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
