// HTTP+JSON: verb and path choose the operation; path, query and body together are its parameters (PROTOCOL.md §4).

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { Dialect, Route } from '../dialects/dialect.ts'
import { type Fault, fault } from '../faults.ts'
import { type Exchange, headerOf, type Received, type Reply, reply } from '../http-server.ts'
import { isObject, parseJson } from '../json.ts'
import { type Answering, answer, cutBody, cutStream, errorEvent, streamReply } from './answering.ts'
import { isStreaming } from './json-rpc.ts'

/** Undefined where no route of these dialects matches. */
export async function answerRest(
  answering: Answering,
  dialects: readonly Dialect[],
  exchange: Exchange,
  path: string,
): Promise<Reply | undefined> {
  const { request } = exchange
  for (const dialect of dialects) {
    for (const route of dialect.routes) {
      const captured = route.verb === request.method ? match(route, path) : undefined
      if (captured) return answerRoute(answering, dialect, route, captured, exchange)
    }
  }
  return undefined
}

async function answerRoute(
  answering: Answering,
  dialect: Dialect,
  { op }: Route,
  captured: Captured,
  exchange: Exchange,
): Promise<Reply> {
  const { quirks } = answering
  const { request } = exchange
  const refuse = (error: Fault): Reply => {
    const { status, body } = dialect.restError(error)
    return reply(status, 'application/json', JSON.stringify(body))
  }
  const version = quirks.version(headerOf(request, 'a2a-version'))
  if (dialect.needsVersionHeader && version !== '1.0') {
    const message = `A2A version '${version ?? '0.3'}' is not supported by this handler. Expected version '1.0'.`
    return refuse(quirks.fault(fault('version', message), op))
  }
  const body = request.body.length === 0 ? {} : parseJson(request.body.toString('utf8'))
  if (!isObject(body)) return refuse(quirks.fault(fault('parse'), op))
  const params = parameters(dialect, op, captured, request, body)

  const answered = await answer(answering, dialect, op, params, exchange)
  switch (answered.kind) {
    case 'json':
      return reply(200, 'application/json', JSON.stringify(answered.json ?? {}))
    case 'cut':
      return { status: 200, headers: [['Content-Type', 'application/json']], body: cutBody() }
    case 'error': {
      const form = isStreaming(op) ? quirks.sse.errorsBefore(answered.error) : 'json'
      if (form === 'json') return refuse(answered.error)
      if (form === 'cut') return cutStream(quirks)
      return errorEvent(quirks, dialect.restError(answered.error).body)
    }
    case 'stream': {
      const envelope = {
        wrap: (json: JsonValue) => json,
        wrapError: (error: Fault) => dialect.restError(error).body,
      }
      return streamReply(
        answering,
        dialect,
        { operation: op, params },
        answered.live,
        envelope,
        exchange.gone,
      )
    }
  }
}

interface Captured {
  readonly id?: string
  readonly config?: string
}

function match(route: Route, path: string): Captured | undefined {
  const pattern = route.path.replace('{id}', '(?<id>[^/:]+)').replace('{config}', '(?<config>[^/]+)')
  const groups = new RegExp(`^${pattern}$`).exec(path)
  if (groups === null) return undefined
  return Object.fromEntries(
    Object.entries(groups.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

const numbers = new Set(['historyLength', 'pageSize'])
const booleans = new Set(['includeArtifacts'])

function parameters(
  dialect: Dialect,
  op: Route['op'],
  { id, config }: Captured,
  { query }: Received,
  body: JsonObject,
): JsonObject {
  const requests = [...query].map(([name, value]): [string, JsonValue] => {
    if (numbers.has(name)) return [name, Number(value)]
    return [name, booleans.has(name) ? value === 'true' : value]
  })
  return { ...Object.fromEntries(requests), ...body, ...dialect.pathParameters?.(op, id, config) }
}
