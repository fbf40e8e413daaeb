// What makes a call the same call: where it went, what it requested, about which task, with which words. Ids that every call
// makes anew, and options that clients fill in their own way, do not.

import { createHash } from 'node:crypto'
import type { PushConfig } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { Body, Entry, RawHeaders, RequestEntry, WebhookEntry } from '#shared/record/entry.ts'
import { asObject, messageIn, parsedObject, wordsOf } from '#shared/replay/outline.ts'
import { shorten } from '#shared/shorten.ts'
import { webhookKey } from '#shared/story/exchange-reducer.ts'

export interface CallToMatch {
  readonly method: string
  /** Path without query; of gRPC `/service/method`. */
  readonly path: string
  /** Of gRPC the message as JSON. */
  readonly body: string
  readonly isGrpc?: boolean
}

export interface CallSignature {
  readonly key: string
  /** For a person: the operation and what was said. */
  readonly words: string
  /** JSON of the JSON-RPC id, to be answered with; undefined where there is none. */
  readonly rpcId: string | undefined
}

/** Of a request to a mock; answered 413. */
export const maxMockRequestBytes = 16 * 1024 * 1024
/** Of what a recorded call said, in a mock's answers, which then end in "…". */
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

/** A message may carry a file, which is not to be held for as long as the mock is served. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Before `id`, which names a push configuration where a task is named too. */
const taskMembers = ['taskId', 'task_id', 'id', 'name', 'parent'] as const

function taskIn(
  params: Readonly<Record<string, unknown>>,
  message: Readonly<Record<string, unknown>>,
): string {
  const named = [...taskMembers.map((member) => params[member]), message['taskId'], message['task_id']]
  const name = named.find((value): value is string => typeof value === 'string' && value !== '')
  return withoutConfigId(name ?? '')
}

/** Whoever registers a webhook gives it an id of their own. */
function withoutConfigId(path: string): string {
  return path.replace(/(\/pushNotificationConfigs\/)[^/]+/, '$1*')
}

// Which call led to which webhook calls: the last one before them that could have made the agent say more about their task,
// or, where the task is not known, the one that registered their path.

export interface RecordedWebhook {
  readonly seq: number
  readonly monoMs: number
  readonly path: string
  readonly headers: RawHeaders
  readonly body?: Body
}

interface MatchedRequest {
  readonly request: RequestEntry
  readonly push: PushConfig | undefined
}

/** By exchange. Both lists are in the order of the record. */
export function causesOf(
  matchedRequests: readonly MatchedRequest[],
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
    // Nobody can register in the place of what was registered elsewhere.
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
