// Which operation a call names, with its members in one object: JSON-RPC params, a gRPC message, or REST's path, query and body
// together.

import { percentDecoded } from '../../percent-decoded.ts'
import type { DialectId, WireCall } from '../dialect.ts'
import { methods01 } from '../dialects/calls-01.ts'
import { methods03 } from '../dialects/calls-03.ts'
import { methods10, methodsRc } from '../dialects/calls-10.ts'
import { grpcMethodsProto } from '../dialects/calls-proto.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import type { OperationKind } from '../operation.ts'
import { put } from '../read/members.ts'

export interface Called {
  readonly kind: OperationKind
  readonly members: JsonObject
}

export function calledBy(dialect: DialectId, call: WireCall): Called | undefined {
  switch (call.binding) {
    case 'JSONRPC':
      return named(rpcMethods(dialect), call.method, call.params ?? {})
    case 'GRPC':
      return named(grpcMethods(dialect), call.method, call.message)
    case 'HTTP+JSON':
      return routed(call)
  }
}

type Names = Readonly<Partial<Record<OperationKind, string>>>

function named(names: Names, method: string, members: JsonObject): Called | undefined {
  const match = Object.entries(names).find(([, name]) => name === method)
  // The keys of the tables are operation kinds; `entries` loses that type.
  return match === undefined ? undefined : { kind: match[0] as OperationKind, members }
}

function rpcMethods(dialect: DialectId): Names {
  switch (dialect) {
    case '0.1':
      return methods01
    // Its last draft lists it (0.2.6 §7); the document of 0.2.1 is plain HTTP.
    case '0.2':
      return { ...methods03, 'extended-card': 'agent/authenticatedExtendedCard' }
    case '0.3':
      return { ...methods03, 'extended-card': 'agent/getAuthenticatedExtendedCard' }
    case '1.0-rc':
      return methodsRc
    case '1.0':
      return methods10
    case '0.3-proto':
    case '0.3-schema':
      return {}
  }
}

function grpcMethods(dialect: DialectId): Names {
  if (dialect === '1.0') return methods10
  return dialect === '0.3-proto' ? grpcMethodsProto : {}
}

type RestCall = Extract<WireCall, { binding: 'HTTP+JSON' }>

function routed(call: RestCall): Called | undefined {
  const route = routeOf(call.verb, call.path)
  if (route === undefined) return undefined
  const members: Record<string, JsonValue> = { ...call.body }
  for (const [name, value] of call.query) put(members, name, queryValue(name, value))
  return { kind: route.kind, members: { ...members, ...route.ids } }
}

interface Route {
  readonly kind: OperationKind
  readonly ids: JsonObject
}

/** Ignores tenant and `/v1` prefixes. */
function routeOf(verb: RestCall['verb'], path: string): Route | undefined {
  if (path.endsWith('/message:send')) return { kind: 'send', ids: {} }
  if (path.endsWith('/message:stream')) return { kind: 'stream', ids: {} }
  if (/\/(extendedAgentCard|v1\/card|agent\/authenticatedExtendedCard)$/.test(path)) {
    return { kind: 'extended-card', ids: {} }
  }
  const at = path.indexOf('/tasks')
  if (at < 0) return undefined
  const [id, collection, configId] = path.slice(at + '/tasks/'.length).split('/')
  if (id === undefined || id === '') return verb === 'GET' ? { kind: 'list', ids: {} } : undefined
  if (collection === undefined) return taskRoute(verb, id)
  // A malformed escape names a task that does not exist.
  return configRoute(verb, {
    taskId: percentDecoded(id),
    id: configId === undefined ? null : percentDecoded(configId),
  })
}

function taskRoute(verb: RestCall['verb'], segment: string): Route | undefined {
  const colon = segment.lastIndexOf(':')
  const action = colon < 0 ? undefined : segment.slice(colon + 1)
  const ids = { id: percentDecoded(colon < 0 ? segment : segment.slice(0, colon)) }
  if (action === 'cancel') return { kind: 'cancel', ids }
  if (action === 'subscribe') return { kind: 'subscribe', ids }
  return action === undefined && verb === 'GET' ? { kind: 'get', ids } : undefined
}

function configRoute(verb: RestCall['verb'], ids: { taskId: string; id: string | null }): Route | undefined {
  const { taskId } = ids
  if (ids.id === null) {
    if (verb === 'DELETE') return undefined
    return { kind: verb === 'POST' ? 'push-create' : 'push-list', ids: { taskId } }
  }
  return verb === 'POST' ? undefined : { kind: verb === 'GET' ? 'push-get' : 'push-delete', ids }
}

function queryValue(name: string, value: string): JsonValue {
  switch (name) {
    case 'historyLength':
    case 'pageSize':
      return /^-?\d{1,15}$/.test(value) ? Number(value) : value
    case 'includeArtifacts':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return value
  }
}
