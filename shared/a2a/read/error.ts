// An error in any of the shapes agents, frameworks and gateways send (PROTOCOL 3.6, 4.4, 9.2): JSON-RPC, AIP-193
// `{error:{code,status,message,details}}`, bare `{code,message}`, FastAPI `{detail}`, `{message}`, Java
// `{error:"class",message}`, problem+json, a JSON string. The code is taken from the body, else from the reason, else from the
// text; an HTTP status alone is never translated.

import { errorByGrpcStatus, errorByMessage, errorByName, errorByReason, grpcCodes } from '../error-codes.ts'
import { isList, isObject } from '../json-kinds.ts'
import type { AgentError, JsonObject, JsonValue } from '../model.ts'
import type { Writable } from './members.ts'

/** Of the words of an error's body in a sentence; the body is on the wire. */
const maxErrorWordsChars = 500
// Part of an error's body that is searched for a message; the body is on the wire.
const maxErrorSearchedChars = 16_384

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** Undefined when the value does not look like an error. */
export function readError(raw: JsonValue, httpStatus?: number): AgentError | undefined {
  const failed = httpStatus !== undefined && httpStatus >= 400
  if (!isObject(raw)) return failed ? withStatus({ message: wordsOf(raw) }, httpStatus) : undefined
  const { error, message } = raw
  if (isObject(error)) return withStatus(readErrorObject(error), httpStatus)
  if (typeof error === 'string') return withStatus(readNamed(error, message, raw), httpStatus)
  if (looksLikeError(raw) || failed) return withStatus(readErrorObject(raw), httpStatus)
  return undefined
}

/** A gRPC status of the channel; `details` are the decoded `grpc-status-details-bin` entries. */
export function readGrpcStatus(code: number, message: string, details?: readonly JsonValue[]): AgentError {
  const named = errorFor(undefined, message, grpcCodes[code], details)
  const error: Writable<AgentError> = { message }
  if (named.code !== undefined) error.code = named.code
  if (named.reason !== undefined) error.reason = named.reason
  if (details !== undefined && details.length > 0) error.data = details
  return error
}

function withStatus(error: AgentError, httpStatus: number | undefined): AgentError {
  return httpStatus === undefined ? error : { ...error, httpStatus }
}

function looksLikeError(raw: JsonObject): boolean {
  const { code, message, detail, title, status, errors } = raw
  if (typeof message === 'string' && (code !== undefined || Object.keys(raw).length === 1)) return true
  if (typeof detail === 'string' || (isList(detail) && Object.keys(raw).length === 1)) return true
  return (typeof title === 'string' && typeof status === 'number') || isList(errors)
}

function readErrorObject(raw: JsonObject): AgentError {
  const { code, message, detail, title, status, data, details, errors } = raw
  const { error_description: description, msg, reason } = raw
  const own = firstText(message, detail, title, description, msg, reason) || listed(detail) || listed(errors)
  const text = own || (isInformative(raw) ? wordsOf(raw) : '')
  const entries = isList(data) ? data : isList(details) ? details : undefined
  const named = errorFor(code, text, status, entries)
  const error: Writable<AgentError> = { message: text }
  if (named.code !== undefined) error.code = named.code
  if (named.reason !== undefined) error.reason = named.reason
  const errorData = data ?? details ?? beyondMessage(raw)
  if (errorData !== undefined && errorData !== null) error.data = errorData
  return error
}

function readNamed(name: string, message: JsonValue | undefined, raw: JsonObject): AgentError {
  const code = errorByName(name)?.code
  const text = firstText(message, name) || wordsOf(raw)
  return code === undefined ? { message: text, data: raw } : { code, message: text, data: raw }
}

function errorFor(
  code: JsonValue | undefined,
  message: string,
  status: JsonValue | undefined,
  entries: readonly JsonValue[] | undefined,
): { readonly code?: number; readonly reason?: string } {
  const reason = entries === undefined ? undefined : reasonIn(entries)
  const reasonFacts = reason === undefined ? {} : { reason }
  // HTTP and gRPC numbers are small and positive; JSON-RPC's are negative, as are A2A's.
  if (typeof code === 'number' && code < 0) return { code, ...reasonFacts }
  const name = typeof status === 'string' ? status : undefined
  const match =
    (reason === undefined ? undefined : errorByReason(reason)) ??
    errorByMessage(message) ??
    (name === undefined ? undefined : errorByGrpcStatus(name))
  return match === undefined ? reasonFacts : { code: match.code, ...reasonFacts }
}

function reasonIn(entries: readonly JsonValue[]): string | undefined {
  for (const entry of entries) {
    if (!isObject(entry)) continue
    const { reason } = entry
    if (typeof reason === 'string') return reason
  }
  return undefined
}

function firstText(...values: readonly (JsonValue | undefined)[]): string {
  for (const value of values) if (typeof value === 'string' && value.trim() !== '') return value
  return ''
}

function isInformative(raw: JsonObject): boolean {
  return Object.entries(raw).some(([key, value]) => key !== 'code' && value !== null && value !== '')
}

const words: ReadonlySet<string> = new Set([
  'error',
  'message',
  'detail',
  'details',
  'msg',
  'title',
  'reason',
  'description',
  'error_message',
  'error_description',
  'errormessage',
])
// Values of an error's body that are searched for a message; the body is on the wire.
const maxErrorValues = 1_000
/** Of an error's body that stands for the words it doesn't have; the body is on the wire. */
const maxErrorLineChars = 200

/** Text in a member with such a name, the outermost first; else the beginning of the body. */
function wordsOf(raw: JsonValue): string {
  if (typeof raw === 'string') return raw
  if (typeof raw !== 'object' || raw === null) return ''
  const layers: JsonValue[] = [raw]
  for (let at = 0; at < layers.length && at < maxErrorValues; at++) {
    const value = layers[at]
    if (isList(value)) {
      layers.push(...value.slice(0, maxNamedErrors))
      continue
    }
    if (!isObject(value)) continue
    for (const key in value) {
      const inner = value[key]
      if (typeof inner === 'string' && inner.trim() !== '' && words.has(key.toLowerCase())) return inner
      if (typeof inner === 'object' && inner !== null) layers.push(inner)
      if (layers.length > maxErrorValues) break
    }
  }
  const line = JSON.stringify(raw)
  return line.length > 2 ? line.slice(0, maxErrorLineChars) : ''
}

/** Errors of a list that a sentence names; the answer is on the wire. */
const maxNamedErrors = 5

/** `[{loc, msg}]` of FastAPI, `[{message}]` of GraphQL and similar: the first few, joined. */
function listed(value: JsonValue | undefined): string {
  if (!isList(value)) return ''
  const texts = value.slice(0, maxNamedErrors).map((item) => {
    if (!isObject(item)) return typeof item === 'string' ? item : ''
    const { msg, message, detail, loc } = item
    const text = firstText(msg, message, detail)
    const place = isList(loc) ? loc.filter((step) => typeof step !== 'object').join('.') : ''
    return place === '' || text === '' ? text : `${place}: ${text}`
  })
  return texts.filter(Boolean).join('; ')
}

/** The whole body where it contains more than a code and a message. */
function beyondMessage(raw: JsonObject): JsonObject | undefined {
  for (const key in raw) {
    if (key === 'message' || raw[key] === null) continue
    if (key === 'code' && typeof raw[key] === 'number') continue
    return raw
  }
  return undefined
}

// A failure whose body is not JSON: a framework's plain text, a gateway's page (PROTOCOL 4.4, 9.1). Its text becomes the
// message, shortened; the body itself is on the record.

export function readTextError(text: string, httpStatus: number): AgentError {
  const page = text.slice(0, maxErrorSearchedChars).trim()
  const message = (page.startsWith('<') ? textOfPage(page) : page).slice(0, maxErrorWordsChars)
  const code = errorByMessage(message)?.code
  return code === undefined ? { message, httpStatus } : { code, message, httpStatus }
}

/** Why a body that should be JSON cannot be read, with its actual content. */
export function notJson(text: string): string {
  const words = titleOf(text.slice(0, maxErrorSearchedChars)).slice(0, maxErrorWordsChars)
  const quoted = words === '' ? '' : `, “${words}”`
  if (/^\s*</.test(text)) return `It is a web page or other markup${quoted}, not JSON.`
  return /^\s*[[{]/.test(text)
    ? 'Its JSON is broken or stops in the middle.'
    : `It is text${quoted}, not JSON.`
}

/** Express puts the message into `<pre>`, gateways into `<title>`, and both may have more around it. */
function textOfPage(page: string): string {
  const fact = textIn(between(page, 'pre'))
  if (fact !== '') return fact
  const title = textIn(between(page, 'title'))
  const body = textIn(between(page, 'body') || between(page, 'html') || page)
  return body === title || body.startsWith(`${title}\n`) ? body : [title, body].filter(Boolean).join('\n')
}

function titleOf(text: string): string {
  const plain = text.trim()
  if (!plain.startsWith('<')) return plain
  for (const tag of ['pre', 'title', 'h1']) {
    const inside = textIn(between(plain, tag))
    if (inside !== '') return inside
  }
  return textIn(between(plain, 'body') || plain)
}

function between(page: string, tag: string): string {
  const [, ...rest] = page.split(new RegExp(`<${tag}(?:\\s[^<>]*)?>`, 'i'))
  return rest.join(' ').split(new RegExp(`</${tag}\\s*>`, 'i'))[0] ?? ''
}

/** The text that a browser would show, on as many lines. */
function textIn(markup: string): string {
  return markup
    .replaceAll(/<(style|script)\b[^<>]*>[^<]*(?:<(?!\/\1)[^<]*)*(?:<\/\1[^<>]*>|$)/gi, ' ')
    .replaceAll(/<(?:br|\/p|\/h\d|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, entity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim()
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named.get(name.toLowerCase()) ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0x10ffff ? whole : String.fromCodePoint(code)
}
