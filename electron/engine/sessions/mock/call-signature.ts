// The signature of a call: target, operation, task and text, without ids of one call and options of one client.

import { createHash } from 'node:crypto'
import type { PushConfig } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { Body, Entry, RawHeaders, RequestEntry, WebhookEntry } from '#shared/record/entry.ts'
import { asObject, messageIn, parsedObject, wordsOf } from '#shared/replay/outline.ts'
import { shorten } from '#shared/shorten.ts'
import { webhookKey } from '#shared/story/exchange-reducer.ts'

export interface CallToMatch {
  readonly method: string
  /** Path without query; for gRPC `/service/method`. */
  readonly path: string
  /** For gRPC the message as JSON. */
  readonly body: string
  readonly isGrpc?: boolean
}

export interface CallSignature {
  readonly key: string
  /** For people: the operation and its text. */
  readonly words: string
  /** JSON of the JSON-RPC id for the response; undefined without one. */
  readonly rpcId: string | undefined
}

/** Of a request to a mock; answered 413. */
export const maxMockRequestBytes = 16 * 1024 * 1024
/** Of a recorded call's text in a mock's responses, which then end in "…". */
const maxCallLabelChars = 80

export function signatureOf({ method, path: fullPath, body, isGrpc }: CallToMatch): CallSignature {
  const path = withoutConfigId(fullPath)
  const json = parsedObject(body)
  const isRpc = json['jsonrpc'] !== undefined
  const params = isRpc ? asObject(json['params']) : json
  const message = messageIn(params)
  const words = wordsOf(message)
  const operation = isRpc ? String(json['method']) : isGrpc ? path.slice(1) : `${method} ${path}`
  const where = isRpc ? `${path} ${operation}` : operation
  const shown = shorten(words, maxCallLabelChars)
  return {
    key: digestOf(JSON.stringify([where, taskIn(params, message), words])),
    words: words === '' ? operation : `${operation} “${shown}”`,
    rpcId: isRpc && json['id'] !== undefined ? JSON.stringify(json['id']) : undefined,
  }
}

/** A message may have a file, which should not be held while the mock runs. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Before `id`, which is a push configuration's if there is a task id, too. */
const taskMembers = ['taskId', 'task_id', 'id', 'name', 'parent'] as const

function taskIn(
  params: Readonly<Record<string, unknown>>,
  message: Readonly<Record<string, unknown>>,
): string {
  const named = [...taskMembers.map((member) => params[member]), message['taskId'], message['task_id']]
  const name = named.find((value): value is string => typeof value === 'string' && value !== '')
  return withoutConfigId(name ?? '')
}

/** The id of a configuration is chosen by its client. */
function withoutConfigId(path: string): string {
  return path.replace(/(\/pushNotificationConfigs\/)[^/]+/, '$1*')
}

// Assigns webhook calls to the calls that caused them: the last earlier call about their task or, if the task is
// unknown, the call that registered their path.

export interface RecordedWebhook {
  readonly seq: number
  readonly monoMs: number
  readonly path: string
  readonly headers: RawHeaders
  readonly body?: Body
}

/** By exchange. Both lists are in the order of the record. */
export function causesOf(
  matchedRequests: readonly { readonly request: RequestEntry; readonly push: PushConfig | undefined }[],
  hooks: readonly WebhookEntry[],
  taskOf: (entry: Entry) => string | undefined,
): ReadonlyMap<string, readonly RecordedWebhook[]> {
  const led = new Map<string, RecordedWebhook[]>()
  const byTask = new Map<string, string>()
  const byPath = new Map<string, string>()
  let next = 0
  for (const hook of hooks) {
    for (
      let call = matchedRequests[next];
      call !== undefined && call.request.seq < hook.seq;
      call = matchedRequests[++next]
    ) {
      const { request, push } = call
      const task = moves(request) ? taskOf(request) : undefined
      if (task !== undefined) byTask.set(task, request.exchangeId)
      if (push !== undefined) byPath.set(webhookKey(push.url), request.exchangeId)
    }
    const registered = byPath.get(webhookKey(hook.path))
    // It was registered elsewhere, so no caller of the mock can replace it.
    if (registered === undefined) continue
    const cause = byTask.get(taskOf(hook) ?? '') ?? registered
    const { seq, monoMs, path, headers, body } = hook
    const webhook = { seq, monoMs, path, headers, ...defined({ body }) }
    const before = led.get(cause) ?? []
    led.set(cause, before)
    before.push(webhook)
  }
  return led
}

function moves({ call }: RequestEntry): boolean {
  switch (call.operation) {
    case 'send':
    case 'stream':
    case 'cancel':
    case 'push-create':
      return true
    default:
      return false
  }
}
