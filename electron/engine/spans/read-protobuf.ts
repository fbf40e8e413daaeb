// Spans from OTLP's ExportTraceServiceRequest as bytes. Read field by field and not as a whole message: what is past a bound is skipped
// where it stands and never made, and whoever reads may rest between two spans.

import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import {
  isSpanId,
  isTraceId,
  maxSpanDepth,
  maxSpanTextChars,
  type ReadSpan,
  type ReceivedSpan,
  type SpanMoment,
  type SpanValue,
  spanKinds,
  spanStatuses,
  spanText,
} from '#shared/spans/received-span.ts'
import {
  type AttributeList,
  createAttributes,
  createParts,
  fraction,
  putMember,
  type SpanRoom,
  serviceOf,
  spanRoom,
  valueRoom,
  wholeNumber,
} from './attributes.ts'

/** Throws where the bytes are not such a message. */
export function* readProtobufSpans(bytes: Uint8Array): Generator<ReadSpan> {
  for (const resourceSpans of messages(bytes, 1)) {
    const { kept: attributes } = resourceOf(resourceSpans)
    const resource = { service: serviceOf(attributes), attributes }
    for (const scopeSpans of messages(resourceSpans, 2)) {
      const scope = scopeOf(scopeSpans)
      for (const span of messages(scopeSpans, 2)) yield { resource, span: readSpan(span, scope) }
    }
  }
}

type Read = (reader: BinaryReader) => void
/** How a field of OTLP is written, and what reads it. */
type Field = readonly [WireType, Read]

/** What is written in another way than in OTLP is skipped, as unknown fields are. */
function each(bytes: Uint8Array, fields: Readonly<Record<number, Field>>): void {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [number, way] = reader.tag()
    const field = fields[number]
    if (field?.[0] === way) field[1](reader)
    else reader.skip(way, number)
  }
}

function* messages(bytes: Uint8Array, wanted: number): Generator<Uint8Array> {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [number, way] = reader.tag()
    if (number === wanted && way === WireType.LengthDelimited) yield reader.bytes()
    else reader.skip(way, number)
  }
}

const inBytes = (read: (bytes: Uint8Array) => void): Field => [
  WireType.LengthDelimited,
  (reader) => read(reader.bytes()),
]
const inText = (read: (text: string) => void) => inBytes((bytes) => read(textOf(bytes)))
const inId = (read: (hex: string) => void) => inBytes((bytes) => read(hex(bytes)))
const inNumber = (read: (value: number) => void): Field => [WireType.Varint, (reader) => read(reader.int32())]
/** A 64-bit number of nanoseconds. */
const inMillis = (read: (millis: number) => void): Field => [
  WireType.Bit64,
  (reader) => read(Number(reader.fixed64()) / 1_000_000),
]

/** What is read becomes this member. */
function to<T, Name extends keyof T>(of: T, name: Name): (value: T[Name]) => void {
  return (value) => {
    of[name] = value
  }
}

function resourceOf(resourceSpans: Uint8Array): AttributeList {
  const attributes = createAttributes(spanRoom())
  for (const resource of messages(resourceSpans, 1)) readAttributes(resource, 1, attributes)
  return attributes
}

function readAttributes(bytes: Uint8Array, field: number, attributes: AttributeList): void {
  for (const attribute of messages(bytes, field)) addAttribute(attributes, attribute)
}

function scopeOf(scopeSpans: Uint8Array): string {
  const read = { name: '' }
  for (const scope of messages(scopeSpans, 1)) each(scope, { 1: inText(to(read, 'name')) })
  return read.name
}

function readSpan(bytes: Uint8Array, scope: string): ReceivedSpan | undefined {
  const span = { traceId: '', spanId: '', name: '', start: 0, end: 0 }
  const more = { parent: '', kind: 0, dropped: 0 }
  const status = { code: 0, message: '' }
  const room = spanRoom()
  const attributes = createAttributes(room)
  const events = createParts((event: Uint8Array) => readEvent(event, room))
  const links = createParts(readLink)
  const countDropped = inNumber((count) => {
    more.dropped += Math.max(0, count)
  })
  each(bytes, {
    1: inId(to(span, 'traceId')),
    2: inId(to(span, 'spanId')),
    4: inId(to(more, 'parent')),
    5: inText(to(span, 'name')),
    6: inNumber(to(more, 'kind')),
    7: inMillis(to(span, 'start')),
    8: inMillis(to(span, 'end')),
    9: inBytes((attribute) => addAttribute(attributes, attribute)),
    10: countDropped,
    11: inBytes(events.add),
    12: countDropped,
    13: inBytes(links.add),
    14: countDropped,
    15: inBytes((its) => each(its, { 2: inText(to(status, 'message')), 3: inNumber(to(status, 'code')) })),
  })
  if (!isTraceId(span.traceId) || !isSpanId(span.spanId)) return undefined
  return {
    ...span,
    ...(isSpanId(more.parent) && { parentSpanId: more.parent }),
    kind: spanKinds[more.kind] ?? 'unspecified',
    status: spanStatuses[status.code] ?? 'unset',
    detail: {
      attributes: attributes.kept,
      events: events.kept,
      links: links.kept,
      dropped: more.dropped + attributes.dropped + events.dropped() + links.dropped(),
      scope,
      message: status.message,
    },
  }
}

/** Undefined where there is no room for it. */
function readEvent(bytes: Uint8Array, room: SpanRoom): SpanMoment | undefined {
  const event = { at: 0, name: '' }
  each(bytes, { 1: inMillis(to(event, 'at')), 2: inText(to(event, 'name')) })
  if (event.name.length > room.left) return undefined
  room.left -= event.name.length
  const attributes = createAttributes(room)
  readAttributes(bytes, 3, attributes)
  return { ...event, attributes: attributes.kept }
}

function readLink(bytes: Uint8Array) {
  const link = { traceId: '', spanId: '' }
  each(bytes, { 1: inId(to(link, 'traceId')), 2: inId(to(link, 'spanId')) })
  return isTraceId(link.traceId) && isSpanId(link.spanId) ? link : undefined
}

function addAttribute(attributes: AttributeList, bytes: Uint8Array): void {
  if (attributes.isFull()) {
    attributes.drop()
    return
  }
  const read: { key: string; value?: Uint8Array } = { key: '' }
  each(bytes, { 1: inText(to(read, 'key')), 2: inBytes(to(read, 'value')) })
  attributes.add(read.key, read.value && readValue(read.value, 1, valueRoom()))
}

function readValue(bytes: Uint8Array, depth: number, room: SpanRoom): SpanValue {
  const read: { value: SpanValue } = { value: null }
  const set = to(read, 'value')
  each(bytes, {
    1: inText(set),
    2: [WireType.Varint, (reader) => set(reader.bool())],
    3: [WireType.Varint, (reader) => set(wholeNumber(String(reader.int64())))],
    4: [WireType.Bit64, (reader) => set(fraction(reader.double()))],
    5: inBytes((list) => set(readList(list, depth, room))),
    6: inBytes((map) => set(readMap(map, depth, room))),
    7: inBytes((its) => set(spanText(base64Of(its)))),
  })
  return read.value
}

function readList(bytes: Uint8Array, depth: number, room: SpanRoom): SpanValue {
  if (depth >= maxSpanDepth) return null
  const values: SpanValue[] = []
  for (const value of messages(bytes, 1)) {
    if (room.left <= 0) break
    room.left -= 1
    values.push(readValue(value, depth + 1, room))
  }
  return values
}

function readMap(bytes: Uint8Array, depth: number, room: SpanRoom): SpanValue {
  if (depth >= maxSpanDepth) return null
  const members: Record<string, SpanValue> = {}
  for (const member of messages(bytes, 1)) {
    if (room.left <= 0) break
    room.left -= 1
    const read: { key: string; value: SpanValue } = { key: '', value: null }
    each(member, {
      1: inText(to(read, 'key')),
      2: inBytes((its) => to(read, 'value')(readValue(its, depth + 1, room))),
    })
    putMember(members, read.key, read.value)
  }
  return members
}

/** As much of it as is kept: a character has four bytes at most. */
function textOf(bytes: Uint8Array): string {
  return spanText(bufferOf(bytes.subarray(0, 4 * maxSpanTextChars)).toString('utf8'))
}

function base64Of(bytes: Uint8Array): string {
  return bufferOf(bytes.subarray(0, maxSpanTextChars)).toString('base64')
}

function hex(bytes: Uint8Array): string {
  return bytes.length > 16 ? '' : bufferOf(bytes).toString('hex')
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}
