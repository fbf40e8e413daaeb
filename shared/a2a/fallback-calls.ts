// Where the spec contradicts itself or servers disagree, the same operation has a second spelling. It may follow when
// the first was refused in one of the ways named: such a refusal says nothing was done (PROTOCOL 4.1, 4.2).

import type { DialectId, WireCall } from './dialect.ts'
import type { JsonObject } from './model.ts'
import { isObject } from './read/members.ts'
import { defined } from './write/members.ts'

export interface FallbackCall {
  readonly call: WireCall
  /** HTTP statuses of a refusal. */
  readonly whenStatus: readonly number[]
  /** JSON-RPC codes of a refusal, whatever the status. */
  readonly whenCode: readonly number[]
  readonly why: string
}

export function fallbackCall(dialect: DialectId, call: WireCall): FallbackCall | undefined {
  switch (call.binding) {
    case 'JSONRPC':
      return rpcFallback(dialect, call)
    case 'HTTP+JSON':
      return restFallback(dialect, call)
    case 'GRPC':
      return undefined
  }
}

type CallOver<B extends WireCall['binding']> = Extract<WireCall, { binding: B }>

const invalidParams = -32602
const nestedWhy = 'some 1.0 servers take {taskId, config}, as a release candidate had it'

function rpcFallback(dialect: DialectId, call: CallOver<'JSONRPC'>): FallbackCall | undefined {
  if (dialect !== '1.0' || call.method !== 'CreateTaskPushNotificationConfig') return undefined
  if (!isObject(call.params)) return undefined
  return {
    call: { ...call, params: nestedConfig(call.params) },
    whenStatus: [],
    whenCode: [invalidParams],
    why: nestedWhy,
  }
}

function restFallback(dialect: DialectId, call: CallOver<'HTTP+JSON'>): FallbackCall | undefined {
  if (call.verb !== 'POST') return undefined
  if (call.path.endsWith(':subscribe')) {
    const { body: _, ...rest } = call
    return {
      call: { ...rest, verb: 'GET' },
      whenStatus: [404, 405, 501],
      whenCode: [],
      why: 'the spec has subscribe as POST in prose and as GET in the proto',
    }
  }
  if (call.body === undefined || !call.path.endsWith('/pushNotificationConfigs')) return undefined
  if (dialect === '1.0') {
    const body = nestedConfig(call.body)
    return { call: { ...call, body }, whenStatus: [400, 500], whenCode: [], why: nestedWhy }
  }
  const { config } = call.body
  if (dialect !== '0.3-proto' || !isObject(config)) return undefined
  return {
    call: { ...call, body: config },
    whenStatus: [400, 500],
    whenCode: [],
    why: 'some 0.3 servers take the configuration itself for a body',
  }
}

function nestedConfig({ tenant, taskId, ...config }: JsonObject): JsonObject {
  return defined({ tenant, taskId, config })
}
