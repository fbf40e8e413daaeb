// Shared by the encoders of every version: headers by version, REST paths with percent-encoded ids, and the extras that are
// never sent with an operation.

import { defined } from '../../defined.ts'
import type { EncodeOptions, HeaderList, WireCall } from '../dialect.ts'
import type { JsonObject, Message, PushConfig } from '../model.ts'
import type { Operation } from '../operation.ts'
import type { Habits } from '../read/members.ts'

export const plainHabits: Habits = { dataInData: false, twiceEncoded: false, numbered: false }
export const protoHabits: Habits = { dataInData: true, twiceEncoded: true, numbered: false }
export const firstHabits: Habits = { dataInData: false, twiceEncoded: false, numbered: true }

export function extensionHeader(name: string, options: EncodeOptions | undefined): HeaderList {
  const uris = options?.extensions ?? []
  return uris.length === 0 ? [] : [[name, uris.join(', ')]]
}

/** `tasks/{id}/…`; an id may contain anything, even half a surrogate pair, a path segment may not. */
export function segments(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part.toWellFormed())}`).join('')
}

export function queryOf(
  members: Readonly<Record<string, string | number | boolean | undefined>>,
): HeaderList {
  const query: [string, string][] = []
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) query.push([name, String(value)])
  }
  return query
}

export function rpcCall(
  method: string,
  params: JsonObject | undefined,
  headers: HeaderList,
  streaming = false,
): WireCall {
  return { binding: 'JSONRPC', method, ...defined({ params }), headers, streaming }
}

export interface RestCall {
  readonly verb: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: HeaderList
  readonly body?: JsonObject
  readonly streaming?: boolean
}

export function restCall(call: RestCall, headers: HeaderList): WireCall {
  const { verb, path, query = [], body, streaming = false } = call
  return {
    binding: 'HTTP+JSON',
    verb,
    path,
    query,
    ...defined({ body }),
    headers,
    streaming,
  }
}

/** Verb, path and query of a request about one task; 0.3 begins every path with its version. */
export function taskPlace(
  operation: Exclude<Operation, { kind: 'send' | 'stream' | 'list' | 'extended-card' }>,
  version: readonly string[] = [],
): RestCall {
  const path = segments(...version, 'tasks', operation.taskId)
  const configs = `${path}/pushNotificationConfigs`
  switch (operation.kind) {
    case 'get':
      return { verb: 'GET', path, query: queryOf({ historyLength: operation.historyLength }) }
    case 'cancel':
      return { verb: 'POST', path: `${path}:cancel` }
    case 'subscribe':
      // POST in 1.0's prose, GET in its proto; more servers accept POST (PROTOCOL 4.1).
      return { verb: 'POST', path: `${path}:subscribe`, body: {}, streaming: true }
    case 'push-create':
      return { verb: 'POST', path: configs }
    case 'push-list':
      return { verb: 'GET', path: configs }
    case 'push-get':
      return { verb: 'GET', path: `${configs}${segments(operation.configId)}` }
    case 'push-delete':
      return { verb: 'DELETE', path: `${configs}${segments(operation.configId)}` }
  }
}

/** A client's message carries no foreign members: strict servers refuse them (PROTOCOL 3.8). */
export function strictMessage(message: Message): Message {
  const { extra: _, ...rest } = message
  return { ...rest, parts: message.parts.map(({ extra: __, ...part }) => part) }
}

export function strictPushConfig(config: PushConfig): PushConfig {
  const { extra: _, metadata: __, ...rest } = config
  if (rest.authentication === undefined) return rest
  const { extra: ___, ...authentication } = rest.authentication
  return { ...rest, authentication }
}
