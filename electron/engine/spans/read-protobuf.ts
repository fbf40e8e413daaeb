// Parses OTLP's ExportTraceServiceRequest field by field, not as a whole: what exceeds a bound is skipped without being
// created, and the consumer may yield between any two fields.

import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { put } from '#shared/a2a/read/members.ts'
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
  type SpanRoom,
  serviceOf,
  spanRoom,
  valueRoom,
  wholeNumber,
} from './attributes.ts'

/** Throws for invalid bytes. Undefined is a step without a span. */
export function* readProtobufSpans(bytes: Uint8Array): Generator<ReadSpan | undefined> {
  for (const resourceSpans of messages(bytes, 1)) {
    yield undefined
    if (resourceSpans === undefined) continue
    const { kept: attributes } = yield* resourceOf(resourceSpans)
    const resource = { service: serviceOf(attributes), attributes }
    for (const scopeSpans of messages(resourceSpans, 2)) {
      yield undefined
      if (scopeSpans === undefined) continue
      const scope = yield* scopeOf(scopeSpans)
      for (const span of messages(scopeSpans, 2))
        yield span && { resource, span: yield* readSpan(span, scope) }
    }
  }
}

/** Work that may yield after each step. */
type Steps<T> = Generator<undefined, T>
type Read = (reader: BinaryReader) => void
/** The wire type of an OTLP field, and its reader. */
type Field = readonly [WireType, Read]
type Fields = Readonly<Record<number, Field>>

// Fields read of a link, a status, or an attribute and its values; OTLP's have fewer, and further ones are skipped.
const maxPartFields = 32

function* each(bytes: Uint8Array, fields: Fields): Steps<void> {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    readField(reader, fields)
    yield undefined
  }
}

/** Does not yield. */
function first(bytes: Uint8Array, fields: Fields, most = maxPartFields): void {
  const reader = new BinaryReader(bytes)
  for (let left = most; left > 0 && reader.pos < reader.len; left -= 1) readField(reader, fields)
}

/** A field of another wire type is skipped, like unknown fields. */
function readField(reader: BinaryReader, fields: Fields): void {
  const [number, way] = reader.tag()
  const field = fields[number]
  if (field?.[0] === way) field[1](reader)
  else reader.skip(way, number)
}

/** Undefined for each other field. */
function* messages(bytes: Uint8Array, fieldNumber: number): Generator<Uint8Array | undefined> {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [number, way] = reader.tag()
    if (number === fieldNumber && way === WireType.LengthDelimited) yield reader.bytes()
    else {
      reader.skip(way, number)
      yield undefined
    }
  }
}

const inBytes = (read: (bytes: Uint8Array) => void): Field => [
  WireType.LengthDelimited,
  (reader) => read(reader.bytes()),
]
const inText = (read: (text: string) => void) => inBytes((bytes) => read(textOf(bytes)))
const inId = (read: (hex: string) => void) => inBytes((bytes) => read(hex(bytes)))
const inNumber = (read: (value: number) => void): Field => [WireType.Varint, (reader) => read(reader.int32())]
const inMillis = (read: (millis: number) => void): Field => [
  WireType.Bit64,
  (reader) => read(Number(reader.fixed64()) / 1_000_000),
]

/** A reader that sets this member. */
function to<T, Name extends keyof T>(source: T, name: Name): (value: T[Name]) => void {
  return (value) => {
    source[name] = value
  }
}

function* resourceOf(resourceSpans: Uint8Array): Steps<AttributeList> {
  const attributes = createAttributes(spanRoom())
  for (const resource of messages(resourceSpans, 1)) {
    yield undefined
    if (resource) yield* readAttributes(resource, 1, attributes)
  }
  return attributes
}

function* readAttributes(bytes: Uint8Array, field: number, attributes: AttributeList): Steps<void> {
  for (const attribute of messages(bytes, field)) {
    if (attribute) addAttribute(attributes, attribute)
    yield undefined
  }
}

function* scopeOf(scopeSpans: Uint8Array): Steps<string> {
  const read = { name: '' }
  for (const scope of messages(scopeSpans, 1)) {
    if (scope) first(scope, { 1: inText(to(read, 'name')) })
    yield undefined
  }
  return read.name
}

function* readSpan(bytes: Uint8Array, scope: string): Steps<ReceivedSpan | undefined> {
  const span = { traceId: '', spanId: '', name: '', start: 0, end: 0 }
  const more = { parent: '', kind: 0, dropped: 0 }
  const status = { code: 0, message: '' }
  const room = spanRoom()
  const attributes = createAttributes(room)
  const events = createParts((event: Uint8Array) => event)
  const links = createParts(readLink)
  const countDropped = inNumber((count) => {
    more.dropped += Math.max(0, count)
  })
  yield* each(bytes, {
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
    15: inBytes((its) => first(its, { 2: inText(to(status, 'message')), 3: inNumber(to(status, 'code')) })),
  })
  if (!isTraceId(span.traceId) || !isSpanId(span.spanId)) return undefined
  const moments: SpanMoment[] = []
  for (const event of events.kept) {
    const moment = yield* readEvent(event, room)
    if (moment) moments.push(moment)
    else more.dropped += 1
  }
  return {
    ...span,
    ...(isSpanId(more.parent) && { parentSpanId: more.parent }),
    kind: spanKinds[more.kind] ?? 'unspecified',
    status: spanStatuses[status.code] ?? 'unset',
    detail: {
      attributes: attributes.kept,
      events: moments,
      links: links.kept,
      dropped: more.dropped + attributes.dropped + events.dropped() + links.dropped(),
      scope,
      message: status.message,
    },
  }
}

/** Undefined if it does not fit. */
function* readEvent(bytes: Uint8Array, room: SpanRoom): Steps<SpanMoment | undefined> {
  const event = { at: 0, name: '' }
  yield* each(bytes, { 1: inMillis(to(event, 'at')), 2: inText(to(event, 'name')) })
  if (event.name.length > room.left) return undefined
  room.left -= event.name.length
  const attributes = createAttributes(room)
  yield* readAttributes(bytes, 3, attributes)
  return { ...event, attributes: attributes.kept }
}

function readLink(bytes: Uint8Array) {
  const link = { traceId: '', spanId: '' }
  first(bytes, { 1: inId(to(link, 'traceId')), 2: inId(to(link, 'spanId')) })
  return isTraceId(link.traceId) && isSpanId(link.spanId) ? link : undefined
}

function addAttribute(attributes: AttributeList, bytes: Uint8Array): void {
  if (attributes.isFull()) {
    attributes.drop()
    return
  }
  const read: { key: string; value?: Uint8Array } = { key: '' }
  first(bytes, { 1: inText(to(read, 'key')), 2: inBytes(to(read, 'value')) })
  attributes.add(read.key, read.value && readValue(read.value, 1, valueRoom()))
}

function readValue(bytes: Uint8Array, depth: number, room: SpanRoom): SpanValue {
  const read: { value: SpanValue } = { value: null }
  const set = to(read, 'value')
  first(bytes, {
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
  eachIn(bytes, room, (value) => values.push(readValue(value, depth + 1, room)))
  return values
}

function readMap(bytes: Uint8Array, depth: number, room: SpanRoom): SpanValue {
  if (depth >= maxSpanDepth) return null
  const members: Record<string, SpanValue> = {}
  eachIn(bytes, room, (member) => {
    const read: { key: string; value: SpanValue } = { key: '', value: null }
    first(member, {
      1: inText(to(read, 'key')),
      2: inBytes((its) => to(read, 'value')(readValue(its, depth + 1, room))),
    })
    put(members, read.key, read.value)
  })
  return members
}

/** As many as fit. */
function eachIn(bytes: Uint8Array, room: SpanRoom, take: (bytes: Uint8Array) => void): void {
  const takeOne = (one: Uint8Array) => {
    if (room.left <= 0) return
    room.left -= 1
    take(one)
  }
  first(bytes, { 1: inBytes(takeOne) }, room.left)
}

/** Only the part that is stored: a character has at most four bytes. */
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
