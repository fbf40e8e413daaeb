// Golden samples: captured responses of real servers decode to what was requested, or to the error in the table, or are not
// JSON, as the table states. The captured requests are decoded as operations.

import { describe, expect, test } from 'vitest'
import type { Capture, CapturedRequest, CapturedResponse } from '../../e2e/fixtures/capture.ts'
import { readCaptures } from '../../e2e/fixtures/capture.ts'
import { expectedOutcomes } from '../../e2e/fixtures/capture-outcomes.ts'
import { readTextError } from './agent-error.ts'
import { agentSideOf } from './agent-side.ts'
import { decodeCard } from './card.ts'
import type { Decoded, Dialect, DialectId, Result, WireCall } from './dialect.ts'
import { dialectOf } from './dialects.ts'
import type { Binding, JsonObject, JsonValue, Update } from './model.ts'
import type { OperationKind } from './operation.ts'

const captures = readCaptures()

describe('what real servers sent', () => {
  test.each(captures)('$name', (capture) => {
    expect(outcomeOf(capture)).toEqual(expectedOutcomes[capture.name] ?? plainOutcome(capture))
  })

  test('every expectation has its capture', () => {
    const names = new Set(captures.map((capture) => capture.name))
    expect(Object.keys(expectedOutcomes).filter((name) => !names.has(name))).toEqual([])
  })
})

/** Without an entry in the table: the operation's own kind of result, or at least one readable event. */
function plainOutcome(capture: Capture): string {
  if (capture.name.endsWith('_webhook')) return 'tasks by webhook'
  if (isCard(capture)) return 'card'
  if (capture.events.length > 0) return 'events'
  switch (operationOf(capture)) {
    case 'get':
    case 'cancel':
      return 'task'
    case 'list':
      return 'tasks'
    case 'push-create':
    case 'push-get':
      return 'push-config'
    case 'push-list':
      return 'push-configs'
    case 'push-delete':
      return 'nothing'
    case 'extended-card':
      return 'card'
    default:
      return 'update'
  }
}

function outcomeOf(capture: Capture): string {
  const { requests, response, events } = capture
  const dialect = dialectOf(spokenBy(capture))
  if (response === undefined) {
    const kinds = requests.map((request) =>
      describeUpdate(dialect.decodeWebhook(parsed(request.body) ?? null)),
    )
    return kinds.every((kind) => kind === 'task') ? 'tasks by webhook' : kinds.join(' ')
  }
  if (events.length > 0) return outcomeOfEvents(capture, dialect)
  const raw = response.body.trim() === '' ? null : parsed(response.body)
  if (raw === undefined) return outcomeOfText(response)
  if (isCard(capture)) return describeResult(decodeCard(raw), () => 'card')
  const decoded = dialect.decodeReply(operationOf(capture), bindingOf(capture), raw, response.status)
  return describeResult(decoded, (result: Result) => result.kind)
}

function outcomeOfText({ status, contentType, body }: CapturedResponse): string {
  if (status < 400) return `not JSON: ${status} ${contentType.split(';')[0]}`
  return `text error ${status}: ${readTextError(body, status).message}`
}

function outcomeOfEvents(capture: Capture, dialect: Dialect): string {
  const kinds = capture.events.map(({ data }) => {
    const raw = parsed(data)
    return raw === undefined ? 'not JSON' : describeUpdate(dialect.decodeEvent(bindingOf(capture), raw))
  })
  const wrong = kinds.filter((kind) => !['task', 'message', 'status', 'artifact'].includes(kind))
  if (wrong.length === 0) return 'events'
  return wrong.length === kinds.length ? wrong.join(' ') : `events, then ${wrong.join(' ')}`
}

function describeUpdate(decoded: Decoded<Update>): string {
  return describeResult(decoded, (update) => update.kind)
}

function describeResult<T>(decoded: Decoded<T>, kind: (result: T) => string): string {
  switch (decoded.kind) {
    case 'result':
      return kind(decoded.result)
    case 'error':
      return `error ${decoded.error.code ?? `without a code: ${decoded.error.message}`}`
    case 'unreadable':
      return `unreadable: ${decoded.reason}`
  }
}

function spokenBy(capture: Capture): DialectId {
  if (/^(js-1|py-1)/.test(capture.name)) return '1.0'
  return bindingOf(capture) === 'HTTP+JSON' ? '0.3-proto' : '0.3'
}

function bindingOf(capture: Capture): Binding {
  return capture.requests[0]?.path.startsWith('/rest') ? 'HTTP+JSON' : 'JSONRPC'
}

function isCard(capture: Capture): boolean {
  return /\/card/.test(capture.name)
}

/** The operation of a captured request, in whichever dialect; an unreadable request was a send. */
function operationOf(capture: Capture): OperationKind {
  const [request] = capture.requests
  const call = request === undefined ? undefined : callOf(request, bindingOf(capture))
  if (call === undefined) return 'send'
  for (const id of ['1.0', '0.3', '0.3-proto', '0.1'] as const) {
    const operation = agentSideOf(id).decodeOperation(call)
    if (operation !== undefined) return operation.kind
  }
  return 'send'
}

function callOf(request: CapturedRequest, binding: Binding): WireCall | undefined {
  const body = parsed(request.body)
  const content = typeof body === 'object' && body !== null ? (body as JsonObject) : {}
  if (binding === 'JSONRPC') {
    const { method, params } = content
    if (typeof method !== 'string') return undefined
    const members = typeof params === 'object' && params !== null ? (params as JsonObject) : {}
    return { binding, method, params: members, headers: [], streaming: false }
  }
  const verb = request.method === 'GET' || request.method === 'DELETE' ? request.method : 'POST'
  const { pathname, searchParams } = new URL(request.path, 'http://agent')
  const path = pathname.slice('/rest'.length)
  const query = [...searchParams]
  return { binding: 'HTTP+JSON', verb, path, query, body: content, headers: [], streaming: false }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
