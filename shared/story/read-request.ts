// What a request contains: the user's message, the task it names, and the URLs of its push configurations.

import type { Dialect, DialectId } from '../a2a/dialect.ts'
import type { JsonObject, JsonValue, Message } from '../a2a/model.ts'
import { isPrompt } from '../a2a/operation.ts'
import { outOfBounds } from '../a2a/read/bound.ts'
import { defined } from '../defined.ts'
import { objectOf } from '../json/parse-json.ts'
import type { Body, RequestEntry } from '../record/entry.ts'

export type RequestRead =
  | {
      readonly kind: 'asked'
      readonly message?: Message
      readonly taskId?: string
      readonly tenant?: string
      /** URLs of its push configurations. */
      readonly pushUrls: readonly string[]
    }
  | { readonly kind: 'nothing' | 'not-loaded'; readonly taskId?: string }

export type Loaded =
  | { readonly kind: 'json'; readonly raw: JsonValue }
  | { readonly kind: 'nothing' | 'not-loaded' }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly text?: string }
export type Load = (body: Body | undefined) => Loaded
export type DialectOf = (id: DialectId) => Dialect | undefined

export function readRequest(
  { call, url, body, decoded }: RequestEntry,
  load: Load,
  dialectOf: DialectOf,
): RequestRead {
  const { operation } = call
  if (operation === undefined) return { kind: 'nothing' }
  const content = load(decoded ?? body)
  const isRead = content.kind === 'json' && outOfBounds(content.raw) === undefined
  const params = isRead ? paramsOf(content.raw) : {}
  const dialect = call.dialect && dialectOf(call.dialect)
  const isSent = isPrompt(operation)
  const message = isSent && dialect ? messageOf(params, dialect) : undefined
  const taskId = isSent ? message?.taskId : taskNamedIn(params, url)
  const about = taskId ? { taskId } : {}
  if (!isRead) return { kind: content.kind === 'not-loaded' ? 'not-loaded' : 'nothing', ...about }
  const pushUrls = isSent || operation === 'push-create' ? pushUrlsOf(params) : []
  const { tenant } = params
  const routed = typeof tenant === 'string' && tenant !== '' ? { tenant } : {}
  return { kind: 'asked', ...defined({ message }), ...about, ...routed, pushUrls }
}

/** By its id, or by the name of a resource. */
function taskNamedIn({ taskId, id, name, parent }: JsonObject, url: string): string | undefined {
  if (typeof taskId === 'string') return taskId
  if (typeof id === 'string') return id
  const [, named] =
    /(?:^|\/)tasks\/([^/:?#]+)/.exec(
      typeof name === 'string' ? name : typeof parent === 'string' ? parent : url,
    ) ?? []
  return named
}

/** The JSON-RPC `params`, or the body itself in REST and gRPC, whose ProtoJSON may wrap it in `request`. */
function paramsOf(raw: JsonValue): JsonObject {
  const body = objectOf(raw) ?? {}
  const { params } = body
  return objectOf(params) ?? body
}

/** Dialects decode messages of agents, so the user's message is wrapped like a direct answer. */
function messageOf(params: JsonObject, dialect: Dialect): Message | undefined {
  const { message: named, request } = params
  const message = objectOf(named) ?? objectOf(request)
  const decoded = message && dialect.decodeWebhook({ message })
  return decoded?.kind === 'result' && decoded.result.kind === 'message' ? decoded.result.message : undefined
}

/** Members that contain a push configuration, or are one. */
export const pushMembers = [
  'configuration',
  'taskPushNotificationConfig',
  'pushNotificationConfig',
  'pushNotification',
  'config',
] as const

/** Every version nests push configurations differently; all have a `url`. */
function pushUrlsOf(params: JsonObject): readonly string[] {
  const urls: string[] = []
  const visit = (value: JsonObject) => {
    const { url } = value
    if (typeof url === 'string') urls.push(url)
    for (const name of pushMembers) {
      const inner = objectOf(value[name])
      if (inner) visit(inner)
    }
  }
  visit(params)
  return urls
}
