// Validates an entry before it is folded: anything else is skipped and counted.

import { isMembers } from '../a2a/json-kinds.ts'
import { contentSchema, type Entry, placeSchema } from './entry.ts'
import { type FrameRun, runSchema } from './run-schema.ts'

export function isEntry(value: unknown): value is Entry {
  return isFrame(value) || (placeSchema.safeParse(value).success && contentSchema.safeParse(value).success)
}

export function isRun(value: unknown): value is FrameRun {
  return isMembers(value) && value['kind'] === 'run' && runSchema.safeParse(value).success
}

/**
 * A fast path for frames without findings: the schema without its bounds and formats. Nearly all entries are such frames,
 * 200,000 a second, and the schema takes longer than parsing the JSON; this takes a twentieth of that (docs/BENCHMARKS.md).
 */
function isFrame(value: unknown): boolean {
  if (!isMembers(value) || value['kind'] !== 'frame' || value['findings'] !== undefined) return false
  const { seq, sessionId, exchangeId, at, monoMs, index, framing, raw, data, event, id, retryMs } = value
  if (!isCount(seq) || seq === 0 || typeof sessionId !== 'string' || typeof exchangeId !== 'string')
    return false
  if (!isNumber(at) || at < 0 || !isNumber(monoMs) || !isCount(index)) return false
  if (framing !== 'sse' && framing !== 'ndjson' && framing !== 'grpc') return false
  if (!isOptionalString(event) || !isOptionalString(id) || retryMs !== undefined) return false
  return isText(raw) && (data === undefined || isText(data))
}

/** A body whose text is inline or stored apart. */
function isText(value: unknown): boolean {
  if (!isMembers(value)) return false
  const { sizeBytes, text, base64, hash, truncated } = value
  if (!isCount(sizeBytes) || base64 !== undefined || truncated !== undefined) return false
  return hash === undefined ? isOptionalString(text) : text === undefined && typeof hash === 'string'
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isCount(value: unknown): value is number {
  return isNumber(value) && Number.isSafeInteger(value) && value >= 0
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
