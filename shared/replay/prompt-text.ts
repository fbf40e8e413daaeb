// What a recorded request says, whatever version and binding it is in: the content of its message, part by part.

import { isMembers } from '../a2a/json-kinds.ts'
import { parsedJson } from '../json/parse-json.ts'
import type { RequestEntry } from '../record/entry.ts'

type Json = Readonly<Record<string, unknown>>

/** The message of a request's JSON; of JSON-RPC its `params` are meant. */
export function messageIn(params: Json): Json {
  return asObject(params['message'] ?? params['request'])
}

export function wordsOf(message: Json): string {
  const parts = message['parts'] ?? message['content']
  return Array.isArray(parts) ? parts.map(partWords).join('\n') : ''
}

/** Of a prompt where sessions are compared; the session has all of it. */
const maxPromptChars = 400

/** As far as the request lies in its entry: one that lies apart is too long to be a title. */
export function promptText({ body, decoded }: RequestEntry): string {
  const json = parsedObject((decoded ?? body)?.text ?? '')
  const params = json['jsonrpc'] === undefined ? json : asObject(json['params'])
  return wordsOf(messageIn(params)).slice(0, maxPromptChars)
}

export function parsedObject(text: string): Json {
  return asObject(parsedJson(text))
}

export function asObject(value: unknown): Json {
  return isMembers(value) ? value : {}
}

/** The content of a part, whatever its version calls its kind. */
function partWords(part: unknown): string {
  const { text, kind: _kind, type: _type, metadata: _metadata, ...rest } = asObject(part)
  return typeof text === 'string' ? text : JSON.stringify(rest)
}
