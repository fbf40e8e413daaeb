// Attributes of a span, within bounds: the rest is counted without being created.

import { put } from '#shared/a2a/read/members.ts'
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

/** OpenTelemetry's conventions. */
const headerAttribute =
  /^(?:http\.(?:request|response)\.header|rpc\.(?:grpc\.)?(?:request|response)\.metadata)\.(.+)$/
const addressAttributes: ReadonlySet<string> = new Set(['url.full', 'http.url', 'http.target'])

/** The remaining room of one span or one attribute. */
export interface SpanRoom {
  left: number
}

export function spanRoom(): SpanRoom {
  return { left: maxSpanChars }
}

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
    /** Counts an attribute without room. */
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
      put(taken, key, value)
    },
  }
}

export type PartList<Part, T> = ReturnType<typeof createParts<Part, T>>

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

export const wholeNumber = (value: unknown) => numberOf(value, Number.isSafeInteger)
export const fraction = (value: unknown) => numberOf(value, Number.isFinite)

/** A number without an exact representation stays text. */
function numberOf(value: unknown, isExact: (number: number) => boolean): SpanValue {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const number = Number(value)
  return isExact(number) ? number : spanText(String(value))
}

// Masks secrets in spans: stored values anywhere, also in keys; headers named like credentials; secrets in addresses.

export type MaskText = Pick<Wire['mask'], 'text' | 'headers' | 'url'>

/** As JSON. Almost always there is no secret, so the whole is checked first, and single texts only if it has one. */
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

/** In keys, too. */
export function maskTexts<T>(value: T, mask: (text: string) => string): T
export function maskTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((each) => maskTexts(each, mask))
  if (typeof value !== 'object' || value === null) return value
  const masked: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(value)) put(masked, mask(key), maskTexts(each, mask))
  return masked
}

function maskNamed(attributes: SpanAttributes, mask: MaskText): SpanAttributes {
  const isNamed = (key: string) => addressAttributes.has(key) || headerAttribute.test(key)
  if (!Object.keys(attributes).some(isNamed)) return attributes
  const masked: Record<string, SpanValue> = {}
  for (const [key, value] of Object.entries(attributes))
    put(masked, key, isNamed(key) ? maskIn(value, maskOf(key, mask)) : value)
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
