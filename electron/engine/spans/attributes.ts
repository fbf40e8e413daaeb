// What a span reports of itself, within bounds: what is past them is counted, and never made.

import {
  maxSpanChars,
  maxSpanParts,
  maxSpanValues,
  type SpanAttributes,
  type SpanDetail,
  type SpanValue,
  spanText,
} from '#shared/spans/received-span.ts'
import type { Wire } from '../wire/wire.ts'

/** As OpenTelemetry's conventions name them. */
const headerAttribute =
  /^(?:http\.(?:request|response)\.header|rpc\.(?:grpc\.)?(?:request|response)\.metadata)\.(.+)$/
const addressAttributes: ReadonlySet<string> = new Set(['url.full', 'http.url', 'http.target'])

/** What all of one span, or of one attribute, may take yet. */
export interface SpanRoom {
  left: number
}

export function spanRoom(): SpanRoom {
  return { left: maxSpanChars }
}

/** Values within one attribute. */
export function valueRoom(): SpanRoom {
  return { left: maxSpanValues }
}

export type AttributeList = ReturnType<typeof createAttributes>

export function createAttributes(room: SpanRoom) {
  const taken: Record<string, SpanValue> = {}
  let count = 0
  let dropped = 0
  return {
    kept: taken,
    get dropped() {
      return dropped
    },
    isFull: (): boolean => count >= maxSpanParts || room.left <= 0,
    /** Counts one that there is no room for. */
    drop() {
      dropped += 1
    },
    add(key: string, value: SpanValue | undefined) {
      const chars = key.length + charsOf(value)
      if (key === '' || value === undefined || count >= maxSpanParts || chars > room.left) {
        dropped += 1
        return
      }
      room.left -= chars
      count += 1
      putMember(taken, key, value)
    },
  }
}

export type PartList<Part, T> = ReturnType<typeof createParts<Part, T>>

/** As many as there is room for; the others are counted. */
export function createParts<Part, T>(read: (part: Part) => T | undefined) {
  const taken: T[] = []
  let dropped = 0
  return {
    kept: taken,
    dropped: () => dropped,
    add(part: Part): void {
      const one = taken.length < maxSpanParts ? read(part) : undefined
      if (one === undefined) dropped += 1
      else taken.push(one)
    },
  }
}

/** Not by assignment: a key may be named as what every object has. */
export function putMember<T>(to: Record<string, T>, key: string, value: T): void {
  Object.defineProperty(to, key, { value, enumerable: true, configurable: true, writable: true })
}

export function serviceOf(attributes: SpanAttributes): string {
  const name = attributes['service.name']
  return typeof name === 'string' ? name : ''
}

const otherChars = 8

function charsOf(value: SpanValue | undefined): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return otherChars
  const inner = Array.isArray(value) ? value : Object.entries(value).flat()
  return inner.reduce((sum: number, each: SpanValue) => sum + charsOf(each), otherChars)
}

/** What no number here holds exactly stays text. */
export function wholeNumber(value: unknown): SpanValue {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : spanText(String(value))
}

export function fraction(value: unknown): SpanValue {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : spanText(String(value))
}

// Keeps secrets out of what agents send of their work: those that Parley knows wherever they stand, in keys too, and what stands where a
// secret is by its name: headers that carry credentials, and what addresses carry.

export type MaskText = Pick<Wire['mask'], 'text' | 'headers' | 'url'>

/** As JSON. Nearly all of it has no secret: that is asked of the whole, and of each text only where it is not so. */
export function maskedDetail(detail: SpanDetail, mask: MaskText): string {
  const named = { ...detail, attributes: maskNamed(detail.attributes, mask) }
  return maskedJson(named, mask)
}

export function maskedAttributes(attributes: SpanAttributes, mask: MaskText): string {
  return maskedJson(maskNamed(attributes, mask), mask)
}

function maskedJson(value: SpanAttributes | SpanDetail, mask: MaskText): string {
  const json = JSON.stringify(value)
  return mask.text(json) === json ? json : JSON.stringify(maskTexts(value, mask.text))
}

/** Keys too. */
export function maskTexts<T>(value: T, mask: (text: string) => string): T
export function maskTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((each) => maskTexts(each, mask))
  if (typeof value !== 'object' || value === null) return value
  const masked: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(value)) putMember(masked, mask(key), maskTexts(each, mask))
  return masked
}

function maskNamed(attributes: SpanAttributes, mask: MaskText): SpanAttributes {
  const isNamed = (key: string) => addressAttributes.has(key) || headerAttribute.test(key)
  if (!Object.keys(attributes).some(isNamed)) return attributes
  const masked: Record<string, SpanValue> = {}
  for (const [key, value] of Object.entries(attributes))
    putMember(masked, key, isNamed(key) ? maskIn(value, maskOf(key, mask)) : value)
  return masked
}

function maskOf(key: string, mask: MaskText): (text: string) => string {
  const [, header] = headerAttribute.exec(key) ?? []
  return header === undefined ? mask.url : (value) => mask.headers([[header, value]])[0]?.[1] ?? ''
}

function maskIn(value: SpanValue, mask: (text: string) => string): SpanValue {
  if (typeof value === 'string') return mask(value)
  return Array.isArray(value) ? value.map((each: SpanValue) => maskIn(each, mask)) : value
}
