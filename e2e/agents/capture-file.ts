// Reads a recorded exchange of a real server from `e2e/fixtures/captures`, and makes answers comparable: values that differ
// from run to run (ids, times) become placeholders.

import { readFileSync } from 'node:fs'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { isArray, isObject, isText } from './json.ts'

export interface CapturedExchange {
  readonly verb: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly requestBody: string
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export function readCapture(path: string): CapturedExchange {
  const text = readFileSync(new URL(`../fixtures/captures/${path}`, import.meta.url), 'utf8')
  const lines = text.split('\n')
  const requests = lines.filter((line) => /^>( |$)/.test(line)).map((line) => line.slice(2))
  const head = lines.filter((line) => line.startsWith('< ')).map((line) => line.slice(2))
  const blank = requests.indexOf('')
  const [verb = '', target = ''] = (requests[0] ?? '').split(' ')
  const headLines = requests.slice(1, blank < 0 ? undefined : blank)
  const lastHead = lines.findLastIndex((line) => line.startsWith('< '))
  return {
    verb,
    target,
    headers: Object.fromEntries(headLines.map((line) => line.split(': ') as [string, string])),
    requestBody: blank < 0 ? '' : requests.slice(blank + 1).join('\n'),
    status: Number(head[0]?.split(' ')[0]),
    contentType: head.find((line) => /^content-type:/i.test(line))?.slice(14) ?? '',
    body: lines
      .slice(lastHead + 2)
      .join('\n')
      .replaceAll('\\r\n', '\r\n'),
  }
}

export interface CapturedPost {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The calls that a server posted, separated by a rule. */
export function readWebhookCapture(path: string): readonly CapturedPost[] {
  const text = readFileSync(new URL(`../fixtures/captures/${path}`, import.meta.url), 'utf8')
  return text
    .split('\n-----\n')
    .filter((post) => post.trim() !== '')
    .map((post) => {
      const [head = '', body = ''] = post.trim().split('\n\n')
      const lines = head.split('\n').slice(1)
      const pairs = lines.map((entry) => entry.split(': ') as [string, string])
      return { headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])), body }
    })
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Replaces ids by `<id>`, times by the pattern of their digits, ports by `<port>`. */
export function comparable(value: JsonValue): JsonValue {
  if (isText(value)) {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replaceAll(/\d/g, '0')
    return value.replaceAll(uuid, '<id>').replaceAll(/(localhost|127\.0\.0\.1):\d+/g, '<host>')
  }
  if (isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, free(name, member, value) ?? comparable(member)]),
  )
}

/** Ids chosen by senders, and an error's own words. */
function free(name: string, member: JsonValue, owner: JsonObject): string | undefined {
  if (name === 'messageId') return '<id>'
  const isError = 'code' in owner || 'detail' in owner || Object.keys(owner).join() === 'message'
  if (!isError) return undefined
  if (name === 'message' || name === 'detail') return '<words>'
  const isWords = isText(member) || (isArray(member) && !JSON.stringify(member).includes('@type'))
  return name === 'data' && isWords ? '<words>' : undefined
}

/** The joined `data` of each event of an SSE body. */
export function sseData(body: string): readonly string[] {
  return body
    .split(/\r?\n\r?\n/)
    .map((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data:')))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.replace(/^data: ?/, '')).join('\n'))
}
