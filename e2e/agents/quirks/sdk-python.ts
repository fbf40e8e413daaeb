// `a2a-sdk` for Python, 1.1 and 0.3.26, as captured (PROTOCOL.md §3.5, §3.6, §4.4, §9.3).

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { type Fault, fault, messageOf } from '../faults.ts'
import { type Reply, reply } from '../http-server.ts'
import { isArray, isObject, isText, parseJson, spacedJson, withoutMembers } from '../json.ts'
import type { Quirk } from '../quirk.ts'
import { throwsCut, throwsFault } from './wrongs.ts'

const uvicornSse = {
  eol: '\r\n',
  contentType: 'text/event-stream; charset=utf-8',
  headers: [
    ['Cache-Control', 'no-store'],
    ['Connection', 'keep-alive'],
    ['X-Accel-Buffering', 'no'],
  ],
} as const

const micros = (date: Date): string => date.toISOString().replace('Z', '066')

export const py11: readonly Quirk[] = [
  throwsFault(),
  {
    sse: { ...uvicornSse, encode: spacedJson },
    timestamp: (date) => `${micros(date)}Z`,
    params: (params, operation) => (operation === 'send' || operation === 'stream' ? strict(params) : params),
    fault(error, operation) {
      switch (error.fault) {
        case 'task-terminal':
          return fault('invalid-params', `Task ${error.taskId} is in terminal state: 3`)
        case 'no-extended-card':
          return fault('unsupported', 'The agent does not support authenticated extended cards')
        case 'version':
          return {
            ...error,
            message: messageOf(error).replace(
              /^The requested A2A protocol version ('[^']*').*$/,
              "A2A version $1 is not supported by this handler. Expected version '1.0'.",
            ),
          }
        case 'parse':
          // Over JSON-RPC the operation is not read yet, so no reason is given.
          return operation === undefined ? error : { ...error, reason: 'INVALID_REQUEST' }
        default:
          return error
      }
    },
    json: (json, { operation }) => (operation === 'list' ? printed(json) : firstStatusWithoutTime(json)),
    envelope: (envelope) => ({ ...withMetadata(envelope) }),
    intercept({ request }, { url }) {
      const path = new URL(url).pathname
      if (request.method === 'GET' && request.path === path) {
        return reply(405, 'text/plain; charset=utf-8', 'Method Not Allowed', [['Allow', 'POST']])
      }
      return undefined
    },
  },
]

/** Without the 0.3 layer, an unknown method is refused before the version is checked. */
export const py11Alone: Quirk = {
  intercept({ request }) {
    const requested = request.method === 'POST' ? parseJson(request.body.toString('utf8')) : undefined
    if (!isObject(requested) || !isText(requested['method']) || !requested['method'].includes('/'))
      return undefined
    const error = { code: -32601, message: 'Method not found' }
    return reply(
      200,
      'application/json',
      JSON.stringify({ error, id: requested['id'] ?? null, jsonrpc: '2.0' }),
    )
  },
}

/** Protobuf's JSON parser refuses unknown members. */
function strict(params: JsonObject): JsonObject | Fault {
  const odd =
    unknown(params, ['tenant', 'message', 'configuration', 'metadata']) ??
    unknown(params['message'], messageMembers) ??
    unknown(params['configuration'], configurationMembers) ??
    twoContents(params['message']) ??
    (isObject(params['message']) && isArray(params['message']['parts'])
      ? params['message']['parts'].map((part) => unknown(part, partMembers)).find(isText)
      : undefined)
  if (odd === undefined) return params
  const data = `Failed to parse request: no field named "${odd}"`
  return { ...fault('invalid-params', 'Invalid params', data), reason: 'INVALID_REQUEST' }
}

const messageMembers = [
  'messageId',
  'contextId',
  'taskId',
  'role',
  'parts',
  'metadata',
  'extensions',
  'referenceTaskIds',
]
const configurationMembers = [
  'acceptedOutputModes',
  'taskPushNotificationConfig',
  'historyLength',
  'returnImmediately',
]
const partMembers = ['text', 'raw', 'url', 'data', 'metadata', 'filename', 'mediaType']

function unknown(value: JsonValue | undefined, members: readonly string[]): string | undefined {
  return isObject(value) ? Object.keys(value).find((name) => !members.includes(name)) : undefined
}

function twoContents(message: JsonValue | undefined): string | undefined {
  const parts = isObject(message) && isArray(message['parts']) ? message['parts'].filter(isObject) : []
  const contents = parts.map((part) => ['text', 'raw', 'url', 'data'].filter((name) => name in part))
  return contents.find((names) => names.length > 1)?.[1]
}

function firstStatusWithoutTime(json: JsonValue): JsonValue {
  if (!isObject(json)) return json
  const bare = (task: JsonObject): JsonObject => {
    const { status } = task
    const isNew = isObject(status) && /^(TASK_STATE_)?submitted$/i.test(String(status['state']))
    return isNew ? { ...task, status: withoutMembers(status, 'timestamp') } : task
  }
  if (json['kind'] === 'task') return bare(json)
  return isObject(json['task']) ? { ...json, task: bare(json['task']) } : json
}

/** ListTasks includes the empty members that other calls omit (§3.3). */
function printed(json: JsonValue): JsonValue {
  if (isArray(json)) return json.map(printed)
  if (!isObject(json)) return json
  const inner = Object.fromEntries(Object.entries(json).map(([name, member]) => [name, printed(member)]))
  if ('messageId' in json) return { ...inner, extensions: [], referenceTaskIds: [] }
  if ('text' in json) return { ...inner, filename: '', mediaType: '' }
  return 'status' in json && 'contextId' in json ? { ...inner, artifacts: json['artifacts'] ?? [] } : inner
}

/** Every ErrorInfo has `metadata`, even if empty. */
function withMetadata(envelope: JsonObject): JsonObject {
  const { error } = envelope
  if (!isObject(error) || !isArray(error['data'])) return envelope
  const data = error['data'].map((detail) => (isObject(detail) ? { ...detail, metadata: {} } : detail))
  return { ...envelope, error: { ...error, data } }
}

export const py0326: readonly Quirk[] = [
  throwsCut,
  {
    cardPaths: ['/.well-known/agent-card.json', '/.well-known/agent.json'],
    sse: {
      ...uvicornSse,
      errorsBefore: (error) => (error.fault === 'invalid-params' ? 'json' : 'event'),
      errorEvent: undefined,
    },
    timestamp: (date) => `${micros(date)}+00:00`,
    fault(error) {
      switch (error.fault) {
        case 'task-terminal':
          return { ...error, code: -32602, message: `Task ${error.taskId} is in terminal state: completed` }
        case 'invalid-params':
          return {
            ...error,
            message: 'Invalid parameters',
            data: [{ type: 'missing', msg: 'Field required' }],
          }
        case 'not-cancelable':
          return { ...error, message: 'Task cannot be canceled - current state: TaskState.completed' }
        case 'no-extended-card':
          return { ...error, code: -32603, message: 'Authenticated card not supported' }
        case 'parse':
          return {
            ...error,
            message: 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
          }
        default:
          return error
      }
    },
    /** It ignores a history length of 0. */
    call: (call) =>
      call.op === 'get' && call.historyLength === 0 ? { op: 'get', taskId: call.taskId } : call,
    json: (json) => firstStatusWithoutTime(json),
    envelope(envelope, { operation }) {
      const { error } = envelope
      if (isObject(error) && error['code'] === -32700) return withoutMembers(envelope, 'id')
      return operation === 'push-delete' && error === undefined
        ? withoutMembers(envelope, 'result')
        : envelope
    },
  },
]

/** 0.3.26 over REST: pretty-printed events, `{message}` for errors, 500 for unparsable bodies. */
export const py0326Rest: readonly Quirk[] = [
  ...py0326,
  {
    sse: { encode: (json) => JSON.stringify(json, null, 2), errorsBefore: () => 'cut' },
    json: (json, { operation }) => timeless(json, operation === 'send' || operation === 'stream'),
    intercept({ request }) {
      if (request.method === 'GET' && /\/v1\/tasks\/?$/.test(request.path)) return unknownException()
      if (request.method === 'POST' && request.path.endsWith(':subscribe')) {
        return reply(405, 'application/json', '{"detail":"Method Not Allowed"}', [['Allow', 'GET']])
      }
      if (request.path.endsWith('/v1/card')) return reply(404, 'application/json', '{"detail":"Not Found"}')
      if (request.method === 'DELETE')
        return reply(405, 'application/json', '{"detail":"Method Not Allowed"}')
      if (request.method === 'GET' && request.path.endsWith('/pushNotificationConfigs'))
        return unknownException()
      return undefined
    },
    reply(answer) {
      const body = isText(answer.body) ? parseJson(answer.body) : undefined
      if (answer.status < 400 || !isObject(body) || body['code'] === undefined) return answer
      if ((body['code'] === -32602 || body['code'] === -32700) && answer.status === 400)
        return unknownException()
      if (String(body['message']).includes("codec can't decode")) return unknownException()
      return reply(answer.status, 'application/json', JSON.stringify({ message: body['message'] }))
    },
  },
]

/** Its ProtoJSON has no times, and an empty `metadata` in messages it has just read. */
function timeless(json: JsonValue, justRead: boolean): JsonValue {
  if (isArray(json)) return json.map((item) => timeless(item, justRead))
  if (!isObject(json)) return json
  const inner = Object.entries(withoutMembers(json, 'timestamp')).map(([name, member]) => [
    name,
    timeless(member, justRead),
  ])
  const extra = justRead && json['role'] === 'ROLE_USER' ? { metadata: {} } : {}
  return { ...Object.fromEntries(inner), ...extra }
}

function unknownException(): Reply {
  return reply(500, 'application/json', '{"message":"unknown exception"}')
}

/** 1.1 with its 0.3 layer answering a 0.3 client: flattened codes, `data: null` (§3.6, §9.3). */
export const py11Compat: Quirk = {
  fault: (error) =>
    error.fault === 'task-not-found' || error.fault === 'version'
      ? { ...error, code: -32603, data: null }
      : error,
}
