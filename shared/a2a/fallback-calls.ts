// Where the spec contradicts itself or servers disagree, an operation has a second spelling. It may follow after a refusal of
// the first in one of these ways, which proves that nothing was done (PROTOCOL 4.1, 4.2).

import { defined } from '../defined.ts'
import { base64OfAscii } from './base64.ts'
import type { DialectId, EncodeOptions, WireCall } from './dialect.ts'
import { isList, isObject } from './json-kinds.ts'
import type { JsonObject } from './model.ts'

export interface FallbackCall {
  readonly call: WireCall
  /** HTTP statuses of a refusal. */
  readonly whenStatus: readonly number[]
  /** JSON-RPC codes of a refusal, whatever the status. */
  readonly whenCode: readonly number[]
  /** Matches the message of a refusal without a code of its own. */
  readonly whenMessage?: RegExp
  /** The fault of an agent that accepts this form only; absent where the spec has both. */
  readonly fault?: string
}

/** `encoded`: how the call was encoded, so that the same spelling is not tried twice. */
export function fallbackCall(
  dialect: DialectId,
  call: WireCall,
  encoded?: EncodeOptions,
): FallbackCall | undefined {
  switch (call.binding) {
    case 'JSONRPC':
      return rpcFallback(dialect, call)
    case 'HTTP+JSON':
      return restFallback(dialect, call)
    case 'GRPC':
      return encoded?.fileBytes === 'encoded-twice' ? undefined : grpcFallback(dialect, call)
  }
}

type CallOver<B extends WireCall['binding']> = Extract<WireCall, { binding: B }>

const invalidParams = -32602
const nestedOnly =
  'The agent accepted only the release candidate’s form, `{"taskId": …, "config": {…}}`; in 1.0 the configuration’s members stand beside `taskId`.'

function rpcFallback(dialect: DialectId, call: CallOver<'JSONRPC'>): FallbackCall | undefined {
  if (dialect !== '1.0' || call.method !== 'CreateTaskPushNotificationConfig') return undefined
  if (!isObject(call.params)) return undefined
  return {
    call: { ...call, params: nestedConfig(call.params) },
    whenStatus: [],
    whenCode: [invalidParams],
    fault: nestedOnly,
  }
}

function restFallback(dialect: DialectId, call: CallOver<'HTTP+JSON'>): FallbackCall | undefined {
  if (call.verb !== 'POST') return undefined
  if (call.path.endsWith(':subscribe')) {
    const { body: _, ...rest } = call
    // POST in the prose, GET in the proto.
    return { call: { ...rest, verb: 'GET' }, whenStatus: [404, 405, 501], whenCode: [] }
  }
  if (dialect === '0.3-proto' && /\/message:(send|stream)$/.test(call.path)) {
    const body = call.body && withFiles(call.body, nameless)
    return (
      body && {
        call: { ...call, body },
        whenStatus: [],
        whenCode: [],
        whenMessage: /cannot find field: name/i,
        fault: 'The agent accepted the message only without the name of its file.',
      }
    )
  }
  if (call.body === undefined || !call.path.endsWith('/pushNotificationConfigs')) return undefined
  if (dialect === '1.0') {
    const body = nestedConfig(call.body)
    return { call: { ...call, body }, whenStatus: [400, 500], whenCode: [], fault: nestedOnly }
  }
  const { config } = call.body
  if (dialect !== '0.3-proto' || !isObject(config)) return undefined
  // In the proto, the body is the configuration itself.
  return { call: { ...call, body: config }, whenStatus: [400, 500], whenCode: [] }
}

/** The server decodes it before it acts, so a refusal proves that nothing was done. */
function grpcFallback(dialect: DialectId, call: CallOver<'GRPC'>): FallbackCall | undefined {
  if (dialect !== '0.3-proto' || !/^Send(Streaming)?Message$/.test(call.method)) return undefined
  const message = withFiles(call.message, encodedAgain)
  return (
    message && {
      call: { ...call, message },
      whenStatus: [],
      whenCode: [],
      whenMessage: /codec can't decode/,
      fault: 'The agent accepted the message only with the bytes of its file encoded as base64 once more.',
    }
  )
}

/** The same call with its files changed; undefined when none changes. */
function withFiles(
  body: JsonObject,
  change: (file: JsonObject) => JsonObject | undefined,
): JsonObject | undefined {
  const { message } = body
  const { content } = isObject(message) ? message : {}
  if (!isObject(message) || !isList(content)) return undefined
  let changed = false
  const after = content.map((part) => {
    if (!isObject(part)) return part
    const { file } = part
    const other = isObject(file) ? change(file) : undefined
    changed ||= other !== undefined
    return other === undefined ? part : { ...part, file: other }
  })
  return changed ? { ...body, message: { ...message, content: after } } : undefined
}

function nameless({ name, ...file }: JsonObject): JsonObject | undefined {
  return name === undefined ? undefined : file
}

function encodedAgain(file: JsonObject): JsonObject | undefined {
  const { fileWithBytes } = file
  return typeof fileWithBytes === 'string'
    ? { ...file, fileWithBytes: base64OfAscii(fileWithBytes) }
    : undefined
}

function nestedConfig({ tenant, taskId, ...config }: JsonObject): JsonObject {
  return defined({ tenant, taskId, config })
}
