// Writes a record by hand, for tests and benchmarks of folds. Entries are one millisecond apart by default.

import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding, JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import type { Body, CallFacts, Entry, FailureKind } from '#shared/record/entry.ts'
import { utf8Bytes } from '#shared/record/text-size.ts'
import type { WebhookVerdict } from '#shared/record/webhook.ts'

export interface ScriptedCall {
  readonly id: string
  readonly operation: OperationKind
  readonly dialect?: DialectId
  readonly binding?: Binding
  readonly agentId?: string
  readonly body?: JsonValue
  readonly chatId?: string
}

export function createScriptedRecord() {
  const entries: Entry[] = []
  let clock = 0

  const base = (exchangeId: string) => {
    clock++
    return { seq: entries.length + 1, sessionId: 's', exchangeId, at: 1_000_000 + clock, monoMs: clock }
  }
  const add = (entry: Entry): Entry => {
    entries.push(entry)
    return entry
  }
  const frameCounts = new Map<string, number>()

  const nextIndex = (id: string) => {
    const index = frameCounts.get(id) ?? 0
    frameCounts.set(id, index + 1)
    return index
  }
  const frameOf = (id: string, text: string) => {
    const raw = textBody(`data: ${text}\n\n`)
    return add({
      ...{ ...base(id), kind: 'frame', index: nextIndex(id), framing: 'sse' },
      ...{ raw, data: textBody(text) },
    })
  }

  return {
    entries,
    wait(ms: number) {
      clock += ms
    },
    add: (exchangeId: string, entry: (common: ReturnType<typeof base>) => Entry) =>
      add(entry(base(exchangeId))),
    call({ id, operation, dialect = '1.0', binding = 'JSONRPC', agentId = 'a', body, chatId }: ScriptedCall) {
      const output = { agentId, purpose: 'operation', operation, dialect, binding, label: operation } as const
      const call: CallFacts = { ...output, ...defined({ chatId }) }
      const request = { call, method: 'POST', url: 'http://agent.test/', headers: [] }
      add({ ...base(id), kind: 'request', ...request, ...(body !== undefined && { body: bodyOf(body) }) })
      return add({ ...base(id), kind: 'response', status: 200, statusText: 'OK', headers: [] })
    },
    frame: (id: string, data: JsonValue) => frameOf(id, JSON.stringify(data)),
    /** With any text. */
    textFrame: (id: string, text: string) => frameOf(id, text),
    comment(id: string, text: string) {
      const raw = textBody(`: ${text}\n\n`)
      return add({ ...base(id), kind: 'frame', index: nextIndex(id), framing: 'sse-comment', raw })
    },
    end(id: string, body?: JsonValue) {
      const pending = body === undefined ? undefined : bodyOf(body)
      const reason = pending ? 'complete' : 'closed-by-agent'
      return add({
        ...base(id),
        kind: 'end',
        reason,
        receivedBytes: pending?.sizeBytes ?? 0,
        ...defined({ body: pending }),
      })
    },
    fail(id: string, failure: FailureKind) {
      return add({ ...base(id), kind: 'failure', failure, message: `It was ${failure}.`, receivedBytes: 0 })
    },
    webhook(
      id: string,
      body: JsonValue,
      {
        path = '/hook',
        dialect,
        answered = 200,
        via,
        verdict,
      }: {
        path?: string
        dialect?: DialectId
        answered?: number
        via?: string
        verdict?: WebhookVerdict
      } = {},
    ) {
      const call = { method: 'POST', path, headers: [], remoteAddress: '127.0.0.1', answeredStatus: answered }
      const passed = via && { via: { tap: 'http://127.0.0.1:1', to: via, caller: '127.0.0.1:9' } }
      return add({
        ...{ ...base(id), kind: 'webhook', ...call, body: bodyOf(body) },
        ...defined({ dialect, verdict }),
        ...passed,
      })
    },
  }
}

export type ScriptedRecord = ReturnType<typeof createScriptedRecord>

/** 1.0 over JSON-RPC, the usual shape in tests. */
export const wire10 = {
  send: (message: JsonValue) => ({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  user: (messageId: string, text: string, more: Readonly<Record<string, JsonValue>> = {}) => ({
    messageId,
    role: 'ROLE_USER',
    parts: [{ text }],
    ...more,
  }),
  agent: (messageId: string, text: string) => ({ messageId, role: 'ROLE_AGENT', parts: [{ text }] }),
  status: (state: string, more: Readonly<Record<string, JsonValue>> = {}) => ({
    state: `TASK_STATE_${state}`,
    ...more,
  }),
  statusUpdate: (taskId: string, status: JsonValue, contextId = 'ctx') => ({
    statusUpdate: { taskId, contextId, status },
  }),
  chunk: (
    taskId: string,
    artifactId: string,
    text: string,
    more: Readonly<Record<string, JsonValue>> = { append: true },
  ) => ({
    artifactUpdate: { taskId, contextId: 'ctx', artifact: { artifactId, parts: [{ text }] }, ...more },
  }),
  task: (id: string, status: JsonValue, more: Readonly<Record<string, JsonValue>> = {}) => ({
    id,
    contextId: 'ctx',
    status,
    ...more,
  }),
  result: (result: JsonValue) => ({ jsonrpc: '2.0', id: 1, result }),
}

function bodyOf(value: JsonValue): Body {
  return textBody(JSON.stringify(value))
}

function textBody(text: string): Body {
  return { sizeBytes: utf8Bytes(text), text }
}
