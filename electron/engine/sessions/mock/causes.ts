// Which call led to which webhook calls: the last one before them that could have made the agent say more about their task,
// or, where the task is not known, the one that registered their path.

import type { PushConfig } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { Body, Entry, RawHeaders, RequestEntry, WebhookEntry } from '#shared/record/entry.ts'
import { webhookKey } from '#shared/story/webhook-paths.ts'

export interface RecordedWebhook {
  readonly seq: number
  readonly monoMs: number
  readonly path: string
  readonly headers: RawHeaders
  readonly body?: Body
}

interface Asked {
  readonly request: RequestEntry
  readonly push: PushConfig | undefined
}

/** By exchange. Both lists are in the order of the record. */
export function causesOf(
  asked: readonly Asked[],
  hooks: readonly WebhookEntry[],
  taskOf: (entry: Entry) => string | undefined,
): ReadonlyMap<string, readonly RecordedWebhook[]> {
  const led = new Map<string, RecordedWebhook[]>()
  const byTask = new Map<string, string>()
  const byPath = new Map<string, string>()
  let next = 0
  for (const hook of hooks) {
    for (let call = asked[next]; call !== undefined && call.request.seq < hook.seq; call = asked[++next]) {
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
