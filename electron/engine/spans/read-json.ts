// Parses OTLP's JSON: ids in hexadecimal, 64-bit numbers as text or numbers, enums as numbers or names.

import { put } from '#shared/a2a/read/members.ts'
import {
  isSpanId,
  isTraceId,
  maxSpanDepth,
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
  type PartList,
  type SpanRoom,
  serviceOf,
  spanRoom,
  valueRoom,
  wholeNumber,
} from './attributes.ts'

type Json = Readonly<Record<string, unknown>>

/** Values of another form are left out. Undefined is a step without a span, where the consumer may yield. */
export function* readJsonSpans(traces: unknown): Generator<ReadSpan | undefined> {
  for (const each of listOf(traces, 'resourceSpans')) {
    yield undefined
    const { kept: attributes } = yield* attributesOf(objectOf(each['resource']), spanRoom())
    const resource = { service: serviceOf(attributes), attributes }
    for (const part of listOf(each, 'scopeSpans')) {
      yield undefined
      const scope = spanText(objectOf(part['scope'])['name'])
      for (const span of listOf(part, 'spans')) yield { resource, span: yield* spanOf(span, scope) }
    }
  }
}

type Steps<T> = Generator<undefined, T>

function* spanOf(span: Json, scope: string): Steps<ReceivedSpan | undefined> {
  const [traceId, spanId, parent] = [idOf(span['traceId']), idOf(span['spanId']), idOf(span['parentSpanId'])]
  if (!isTraceId(traceId) || !isSpanId(spanId)) return undefined
  const room = spanRoom()
  const status = objectOf(span['status'])
  const attributes = yield* attributesOf(span, room)
  const events = yield* partsOf(listOf(span, 'events'), (event) => event)
  const moments: SpanMoment[] = []
  for (const event of events.kept) {
    const moment = yield* eventOf(event, room)
    if (moment) moments.push(moment)
  }
  const links = yield* partsOf(listOf(span, 'links'), linkOf)
  const counts = ['droppedAttributesCount', 'droppedEventsCount', 'droppedLinksCount']
  const leftOut =
    attributes.dropped + events.dropped() + events.kept.length - moments.length + links.dropped()
  return {
    traceId,
    spanId,
    ...(isSpanId(parent) && { parentSpanId: parent }),
    name: spanText(span['name']),
    kind: spanKinds[enumOf(span['kind'], 'SPAN_KIND_', spanKinds)] ?? 'unspecified',
    status: spanStatuses[enumOf(status['code'], 'STATUS_CODE_', spanStatuses)] ?? 'unset',
    start: millisOf(span['startTimeUnixNano']),
    end: millisOf(span['endTimeUnixNano']),
    detail: {
      attributes: attributes.kept,
      events: moments,
      links: links.kept,
      dropped: counts.reduce((sum, name) => sum + countOf(span[name]), leftOut),
      scope,
      message: spanText(status['message']),
    },
  }
}

function* partsOf<T>(list: readonly Json[], read: (part: Json) => T | undefined): Steps<PartList<Json, T>> {
  const parts = createParts(read)
  for (const part of list) {
    parts.add(part)
    yield undefined
  }
  return parts
}

function linkOf(link: Json) {
  const [traceId, spanId] = [idOf(link['traceId']), idOf(link['spanId'])]
  return isTraceId(traceId) && isSpanId(spanId) ? { traceId, spanId } : undefined
}

/** Undefined if it does not fit. */
function* eventOf(event: Json, room: SpanRoom): Steps<SpanMoment | undefined> {
  const name = spanText(event['name'])
  if (name.length > room.left) return undefined
  room.left -= name.length
  const { kept: attributes } = yield* attributesOf(event, room)
  return { name, at: millisOf(event['timeUnixNano']), attributes }
}

function* attributesOf(source: Json, room: SpanRoom): Steps<AttributeList> {
  const attributes = createAttributes(room)
  for (const { key, value } of listOf(source, 'attributes')) {
    if (attributes.isFull()) attributes.drop()
    else attributes.add(spanText(key), readValue(value, 1, valueRoom()))
    yield undefined
  }
  return attributes
}

function readValue(given: unknown, depth: number, room: SpanRoom): SpanValue {
  const value = objectOf(given)
  if (typeof value['stringValue'] === 'string') return spanText(value['stringValue'])
  if (typeof value['boolValue'] === 'boolean') return value['boolValue']
  if ('intValue' in value) return wholeNumber(value['intValue'])
  if ('doubleValue' in value) return fraction(value['doubleValue'])
  if (typeof value['bytesValue'] === 'string') return spanText(value['bytesValue'])
  if (depth >= maxSpanDepth) return null
  if ('arrayValue' in value)
    return inner(value['arrayValue'], room).map((each) => readValue(each, depth + 1, room))
  if (!('kvlistValue' in value)) return null
  const members: Record<string, SpanValue> = {}
  for (const each of inner(value['kvlistValue'], room))
    put(members, spanText(each['key']), readValue(each['value'], depth + 1, room))
  return members
}

/** As many as fit. */
function inner(list: unknown, room: SpanRoom): readonly Json[] {
  const taken = listOf(list, 'values').slice(0, room.left)
  room.left -= taken.length
  return taken
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function listOf(source: unknown, name: string): readonly Json[] {
  const list = objectOf(source)[name]
  return Array.isArray(list) ? list.map(objectOf) : []
}

function idOf(value: unknown): string {
  return typeof value === 'string' && value.length <= 32 ? value.toLowerCase() : ''
}

function enumOf(value: unknown, prefix: string, names: readonly string[]): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? names.indexOf(value.replace(prefix, '').toLowerCase()) : 0
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** Nanoseconds, which exceed JSON's exact numbers. */
function millisOf(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return Number(BigInt(value)) / 1_000_000
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value / 1_000_000 : 0
}
