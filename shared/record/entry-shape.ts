// A record may come from a file somebody sent. Before an entry is folded, the members the fold relies on are looked at;
// one that is not what it claims is left out and counted, the others go on.

import { severities } from '../a2a/finding.ts'
import type { Entry, EntryKind } from './entry.ts'
import { type FrameRun, mostInRun } from './run.ts'

export function isEntry(value: unknown): value is Entry {
  if (!isObject(value)) return false
  const { seq, exchangeId, at, monoMs, findings, kind } = value
  if (!Number.isSafeInteger(seq) || typeof exchangeId !== 'string') return false
  if (!Number.isFinite(at) || !Number.isFinite(monoMs)) return false
  if (findings !== undefined && !(Array.isArray(findings) && findings.every(isFinding))) return false
  return typeof kind === 'string' && Object.hasOwn(shapes, kind) && shapes[kind as EntryKind](value)
}

/** Its count is made sure of, since it decides how far the fold has come. */
export function isRun(value: unknown): value is FrameRun {
  if (!isObject(value) || value['kind'] !== 'run') return false
  const { seq, index, count, exchangeId, sessionId, wrap, before, after, texts, times } = value
  if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(index) || !areStrings(exchangeId, sessionId))
    return false
  if (!isObject(wrap) || !areStrings(wrap['start'], wrap['end'])) return false
  if (!areStrings(before, after, texts) || !Array.isArray(times) || !times.every(isTime)) return false
  if (typeof count !== 'number' || count > mostInRun) return false
  return count === times.reduce((sum, [many]) => sum + many, 0)
}

function isTime(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const [count, at, monoMs] = value
  return Number.isSafeInteger(count) && count > 0 && Number.isFinite(at) && Number.isFinite(monoMs)
}

type Shape = Readonly<Record<string, unknown>>

const shapes: Readonly<Record<EntryKind, (entry: Shape) => boolean>> = {
  request: ({ call, method, url, body }) => isCall(call) && areStrings(method, url) && isBody(body),
  response: ({ status, timings, connection }) =>
    isNumber(status) && isOptional(timings) && isOptional(connection),
  frame: ({ framing, raw, data }) =>
    typeof framing === 'string' && isObject(raw) && isBody(raw) && isBody(data),
  end: ({ receivedBytes, body, grpcStatus }) =>
    isNumber(receivedBytes) && isBody(body) && isOptional(grpcStatus),
  failure: ({ receivedBytes, failure, message, body }) =>
    isNumber(receivedBytes) && areStrings(failure, message) && isBody(body),
  redirect: ({ status, from, to }) => isNumber(status) && areStrings(from, to),
  webhook: ({ method, path, answeredStatus, body, registration, verdict, answer }) =>
    areStrings(method, path) &&
    isNumber(answeredStatus) &&
    isBody(body) &&
    isRegistration(registration) &&
    isOptional(verdict) &&
    isOptional(answer),
  note: () => true,
}

function isFinding(value: unknown): boolean {
  if (!isObject(value)) return false
  const { severity } = value
  return severities.some((each) => each === severity)
}

function isCall(value: unknown): boolean {
  if (!isObject(value)) return false
  const { label, purpose, agentId } = value
  return areStrings(label, purpose) && isOptionalString(agentId)
}

function isRegistration(value: unknown): boolean {
  if (value === undefined) return true
  if (!isObject(value)) return false
  const { configId, agentId, taskId } = value
  return areStrings(configId, agentId) && isOptionalString(taskId)
}

function isBody(value: unknown): boolean {
  if (value === undefined) return true
  if (!isObject(value)) return false
  const { sizeBytes, text, hash } = value
  return isNumber(sizeBytes) && isOptionalString(text) && isOptionalString(hash)
}

function isOptional(value: unknown): boolean {
  return value === undefined || isObject(value)
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function areStrings(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string')
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

function isObject(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null
}
