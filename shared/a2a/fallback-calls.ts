// Where the spec contradicts itself or servers disagree, the same operation has a second spelling. It may follow when
// the first was refused with one of the statuses named: such a refusal says nothing was done (PROTOCOL 4.1, 4.2).

import type { DialectId, WireCall } from './dialect.ts'
import { isObject } from './read/members.ts'

export interface FallbackCall {
  readonly call: WireCall
  readonly whenStatus: readonly number[]
  readonly why: string
}

export function fallbackCall(dialect: DialectId, call: WireCall): FallbackCall | undefined {
  if (call.binding !== 'HTTP+JSON') return undefined
  if (call.verb === 'POST' && call.path.endsWith(':subscribe')) {
    const { body: _, ...rest } = call
    return {
      call: { ...rest, verb: 'GET' },
      whenStatus: [404, 405, 501],
      why: 'the spec has subscribe as POST in prose and as GET in the proto',
    }
  }
  const { config } = call.body ?? {}
  if (dialect !== '0.3-proto' || !isObject(config)) return undefined
  return {
    call: { ...call, body: config },
    whenStatus: [400, 500],
    why: 'some 0.3 servers take the configuration itself for a body',
  }
}
