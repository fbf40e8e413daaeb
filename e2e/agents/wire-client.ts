// A minimal client for tests: raw fetch, and a line for each event, so that whole streams can be compared.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { sseData } from './capture-file.ts'
import { isArray, isObject, parseJson } from './json.ts'

export const message10 = (text: string, more: JsonObject = {}): JsonObject => ({
  message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text }], ...more },
})
export const message03 = (text: string, more: JsonObject = {}): JsonObject => ({
  message: { kind: 'message', messageId: 'm1', role: 'user', parts: [{ kind: 'text', text }], ...more },
})

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: JsonValue | undefined
}

export async function rpc(url: string, method: string, params: JsonObject): Promise<Answered> {
  return answered(await call(url, method, params))
}

export function call(
  url: string,
  method: string,
  params: JsonObject,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    redirect: 'manual',
    ...defined({ signal }),
  })
}

export async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return answered(await fetch(url, { headers, redirect: 'manual' }))
}

async function answered(response: Response): Promise<Answered> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parseJson(text) }
}

/** The stream that answers a message, one line per event. */
export async function told(
  url: string,
  text: string,
  version: '1.0' | '0.3' = '1.0',
): Promise<readonly string[]> {
  const method = version === '1.0' ? 'SendStreamingMessage' : 'message/stream'
  const params = version === '1.0' ? message10(text) : message03(text)
  const { text: body } = await rpc(url, method, params)
  return sseData(body).map((data) => line(parseJson(data)))
}

/** `status working "text"`, `artifact a1 "chunk" last`, `append a1 "chunk"`, `task submitted`, `message "text"`. */
export function line(json: JsonValue | undefined): string {
  if (!isObject(json)) return String(json)
  const { error, result } = json
  if (isObject(error)) return `error ${String(error['code'])}`
  return lineOf(isObject(result) ? result : json)
}

function lineOf(update: JsonObject): string {
  const { task, message, statusUpdate, artifactUpdate, kind } = update
  if (isObject(task)) return `task ${stateOf(task)}`
  if (isObject(message) && !isObject(update['status'])) return `message ${textIn(message)}`
  if (isObject(statusUpdate)) return statusLine(statusUpdate)
  if (isObject(artifactUpdate)) return artifactLine(artifactUpdate)
  if (isObject(update['artifact'])) return artifactLine(update)
  if (kind === 'task' || 'history' in update) return `task ${stateOf(update)}`
  if (kind === 'message') return `message ${textIn(update)}`
  return isObject(update['status']) ? statusLine(update) : `unknown ${JSON.stringify(update)}`
}

function stateOf({ status }: JsonObject): string {
  return isObject(status) ? String(status['state']).replace('TASK_STATE_', '').toLowerCase() : 'none'
}

function statusLine(update: JsonObject): string {
  const output = isObject(update['status']) ? update['status']['message'] : undefined
  const final = update['final'] === true ? ' final' : ''
  return `status ${stateOf(update)}${isObject(output) ? ` ${textIn(output)}` : ''}${final}`
}

function artifactLine(update: JsonObject): string {
  const artifact = isObject(update['artifact']) ? update['artifact'] : {}
  const verb = update['append'] === true ? 'append' : 'artifact'
  const last = update['lastChunk'] === true ? ' last' : ''
  return `${verb} ${String(artifact['artifactId'])} ${textIn(artifact)}${last}`
}

function textIn(holder: JsonObject): string {
  const parts = holder['parts'] ?? holder['content']
  const texts = isArray(parts) ? parts.map((part) => (isObject(part) ? (part['text'] ?? '') : '')) : []
  return `"${texts.join('|')}"`
}

export function at(
  json: JsonValue | undefined,
  ...path: readonly (string | number)[]
): JsonValue | undefined {
  let value: JsonValue | undefined = json
  for (const step of path) {
    if (isArray(value) && typeof step === 'number') value = value[step]
    else value = isObject(value) ? value[String(step)] : undefined
  }
  return value
}
