// Keeps secrets out of what agents send of their work: those that Parley knows wherever they stand, in keys too, and what stands where a
// secret is by its name: headers that carry credentials, and what addresses carry.

import type { SpanAttributes, SpanDetail, SpanValue } from '#shared/spans/received-span.ts'
import type { Wire } from '../wire/wire.ts'
import { putMember } from './attributes.ts'

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

/** As OpenTelemetry's conventions name them. */
const headerAttribute =
  /^(?:http\.(?:request|response)\.header|rpc\.(?:grpc\.)?(?:request|response)\.metadata)\.(.+)$/
const addressAttributes: ReadonlySet<string> = new Set(['url.full', 'http.url', 'http.target'])

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
