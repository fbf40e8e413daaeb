// `@a2a-js/sdk` 1.3.0 and 0.3.14 as captured (PROTOCOL.md §2.3, §3.5, §3.6, §4.3, §9.3).

import { randomUUID } from 'node:crypto'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { restError10 } from '../dialects/errors.ts'
import { fault } from '../faults.ts'
import { headerOf, reply } from '../http-server.ts'
import { isArray, isObject, isText } from '../json.ts'
import type { Quirk } from '../quirk.ts'
import type { Step } from '../steps.ts'

const sse = {
  headers: [
    ['Cache-Control', 'no-cache'],
    ['Connection', 'keep-alive'],
    ['X-Accel-Buffering', 'no'],
  ],
} as const

/** Express's page for an unknown path. */
const unknownPath: Quirk = {
  reply: (answer, { request }) =>
    answer.status === 404 && answer.body === 'Not Found'
      ? reply(
          404,
          'text/html; charset=utf-8',
          `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n` +
            `<pre>Cannot ${request.method} ${request.path}</pre>\n</body>\n</html>\n`,
        )
      : answer,
}

/** Here a missing extended card is an unsupported operation; elsewhere it has an error of its own. */
const noExtendedCard = fault('unsupported', 'Agent does not support authenticated extended card.')

const named: Quirk['fault'] = (error) =>
  error.taskId !== undefined && ['task-not-found', 'not-cancelable'].includes(error.fault)
    ? {
        ...error,
        message: `${error.fault === 'task-not-found' ? 'Task not found' : 'Task not cancelable'}: ${error.taskId}`,
      }
    : error

export const js13: readonly Quirk[] = [
  {
    sse,
    exactVersion: true,
    card: (card) => leaked(card),
    params: (params, operation) =>
      operation === 'push-create' ? { id: randomUUID(), ...params } : lenient(params),
    fault(error, operation) {
      if (error.fault === 'method-not-found') return { ...error, message: 'Invalid method.' }
      if (error.fault === 'no-extended-card') return noExtendedCard
      if (error.fault === 'parse') return { ...error, message: 'Invalid JSON payload.' }
      // It reports a context other than the task's as an unsupported operation.
      if (error.fault === 'invalid-params' && error.taskId) return fault('unsupported', error.message)
      return named(error, operation)
    },
    json: (json, { params }) => (hasOddRole(params) ? oddRoleEchoed(json) : json),
    reply(answer, { request }) {
      if (
        request.method === 'POST' &&
        request.path.endsWith('/pushNotificationConfigs') &&
        answer.status === 200
      ) {
        return { ...answer, status: 201 }
      }
      if (request.method === 'DELETE' && answer.status === 200) return { status: 204, headers: [], body: '' }
      return answer
    },
  },
  unknownPath,
]

/** Over REST: its own media type, and the version is checked before the path. */
export const js13Rest: readonly Quirk[] = [
  {
    intercept({ request }) {
      const version = headerOf(request, 'a2a-version') ?? '0.3'
      const type = headerOf(request, 'content-type') ?? 'application/json'
      if (request.method === 'POST' && !/^application\/(a2a\+)?json/.test(type)) {
        const { status, body } = restError10(fault('content-type', `Unsupported Content-Type "${type}"`))
        return reply(status, 'application/json', JSON.stringify(body))
      }
      if (version === '1.0' || /\.well-known|\/card$/.test(request.path)) return undefined
      const message = `The requested A2A protocol version '${version}' is not supported. Supported versions: 1.0`
      const { status, body } = restError10(fault('version', message))
      return reply(status, 'application/json', JSON.stringify(body))
    },
    fault: (error) => (error.fault === 'parse' ? { ...error, reason: 'INVALID_PARAMS' } : error),
  },
  ...js13,
  {
    reply(answer, { request }) {
      const type =
        request.method === 'DELETE' ? 'application/a2a+json' : 'application/a2a+json; charset=utf-8'
      const others = answer.headers.filter(([name]) => !/^content-(type|length)$/i.test(name))
      const isJson = answer.headers.some(([, value]) => value === 'application/json') || answer.status === 204
      if (!isJson || !isText(answer.body) || request.path.includes('/.well-known/')) return answer
      const body = answer.status >= 400 ? answer.body.replaceAll(',"metadata":{}', '') : answer.body
      const length = String(Buffer.byteLength(body))
      return { ...answer, headers: [['Content-Type', type], ['Content-Length', length], ...others], body }
    },
  },
]

/** The SDK's own objects by `JSON.stringify`: protobuf's empty defaults and ts-proto's `$case`. */
function leaked(card: JsonObject): JsonObject {
  const { supportedInterfaces, capabilities, skills, securitySchemes } = card
  return {
    ...card,
    supportedInterfaces: mapped(supportedInterfaces, (entry) => ({ ...entry, tenant: '' })),
    capabilities: {
      extensions: [],
      extendedAgentCard: false,
      ...(isObject(capabilities) ? capabilities : {}),
    },
    securitySchemes: isObject(securitySchemes)
      ? Object.fromEntries(Object.entries(securitySchemes).map(([name, scheme]) => [name, cased(scheme)]))
      : {},
    securityRequirements: card['securityRequirements'] ?? [],
    skills: mapped(skills, (skill) => ({
      examples: [],
      inputModes: [],
      outputModes: [],
      securityRequirements: [],
      ...skill,
    })),
    documentationUrl: '',
    signatures: [],
  }
}

function cased(scheme: JsonValue): JsonValue {
  const [kind, value] = Object.entries(isObject(scheme) ? scheme : {})[0] ?? []
  return kind === undefined || !isObject(value)
    ? scheme
    : { scheme: { $case: kind, value: { description: '', ...value } } }
}

function mapped(value: JsonValue | undefined, change: (item: JsonObject) => JsonValue): JsonValue {
  return isArray(value) ? value.map((item) => (isObject(item) ? change(item) : item)) : []
}

function messageIn(params: JsonObject): JsonObject | undefined {
  return isObject(params['message']) ? params['message'] : undefined
}

function hasOddRole(params: JsonObject): boolean {
  const role = messageIn(params)?.['role']
  return role !== undefined && role !== 'ROLE_USER' && role !== 'ROLE_AGENT'
}

/** Accepts any role, and the first of two contents in a part. */
function lenient(params: JsonObject): JsonObject {
  const message = messageIn(params)
  if (message === undefined) return params
  const parts = mapped(message['parts'], (part) => {
    const content = ['text', 'raw', 'url', 'data'].filter((name) => name in part).slice(1)
    return Object.fromEntries(Object.entries(part).filter(([name]) => !content.includes(name)))
  })
  return { ...params, message: { ...message, role: 'ROLE_USER', parts } }
}

function oddRoleEchoed(json: JsonValue): JsonValue {
  if (isArray(json)) return json.map(oddRoleEchoed)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, member]) => [
      name,
      name === 'role' && member === 'ROLE_USER' ? 'UNRECOGNIZED' : oddRoleEchoed(member),
    ]),
  )
}

export const js0314: readonly Quirk[] = [
  {
    sse: { ...sse, errorsBefore: () => 'event' },
    fault(error, operation) {
      if (error.fault === 'parse') return { ...error, message: 'Invalid JSON payload.' }
      if (error.fault === 'no-extended-card') return noExtendedCard
      if (error.fault === 'task-terminal') {
        return { ...error, message: `Task ${error.taskId} is in a terminal state and cannot be modified.` }
      }
      return named(error, operation)
    },
    call(call, params) {
      if (call.op === 'subscribe') return { ...call, finishedToo: true }
      // Without a history length it returns no messages; with 0, all.
      if (call.op === 'get')
        return call.historyLength === 0 ? { op: 'get', taskId: call.taskId } : { historyLength: 0, ...call }
      if (call.op !== 'send') return call
      // It blocks unless `blocking` is false, over REST too.
      const { configuration } = params
      return { ...call, blocking: !isObject(configuration) || configuration['blocking'] !== false }
    },
    json(json, { operation, params }) {
      if (operation !== 'get' || !isObject(json) || json['kind'] !== 'task') return json
      return params['historyLength'] === undefined ? { ...json, history: [] } : json
    },
    async *steps(steps) {
      for await (const step of steps) yield foreignFailure(step)
    },
    reply(answer, { request }) {
      const badJson = isText(answer.body) && answer.body.includes('"code":-32700')
      if (badJson) return { ...answer, status: 400 }
      if (request.method === 'POST' && /message:send$|pushNotificationConfigs$/.test(request.path)) {
        return answer.status === 200 ? { ...answer, status: 201 } : answer
      }
      if (request.method === 'DELETE' && answer.status === 200) return { status: 204, headers: [], body: '' }
      return answer.status === 200 && request.path.endsWith(':cancel') ? { ...answer, status: 202 } : answer
    },
  },
  unknownPath,
]

/** Its JSON-RPC handler exposes TypeErrors. */
export const leakedTypeErrors: Quirk = {
  fault: (error) =>
    error.message === 'message is required'
      ? { ...error, code: -32603, message: "Cannot read properties of undefined (reading 'messageId')" }
      : error,
}

/** After an exception, the last event has the id of a task that does not exist. */
function foreignFailure(step: Step): Step {
  if (step.step !== 'throw') return step
  return {
    step: 'status',
    state: 'failed',
    parts: [{ kind: 'text', text: `Agent execution error: ${step.message}` }],
    ids: { taskId: randomUUID() },
  }
}

/** 1.3 with its 0.3 layer: the version header decides which card is returned (§8.3). */
export const hybridByHeader = (card03: (card: JsonObject) => JsonObject): Quirk => ({
  reply(answer, { request }) {
    if (!request.path.endsWith('/agent-card.json') || !isText(answer.body)) return answer
    const card = JSON.parse(answer.body) as JsonObject
    const body = headerOf(request, 'a2a-version') === '1.0' ? card : card03(card)
    return reply(200, 'application/json', JSON.stringify(body), [
      ['Vary', 'A2A-Version'],
      ['Cache-Control', 'public, max-age=3600'],
    ])
  },
})
