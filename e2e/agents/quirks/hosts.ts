// Hosts with several agents, and servers that are no agents: responses besides, or instead of, an agent's own.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { type Exchange, type Reply, reply } from '../http-server.ts'
import type { AgentPlace, Quirk } from '../quirk.ts'

export type Answer = (exchange: Exchange, place: AgentPlace) => Reply

/** Responds at these paths, to GET unless the path names another verb. */
export const answersAt = (answers: Readonly<Record<string, Answer>>): Quirk => ({
  intercept(exchange, place) {
    const { method, path } = exchange.request
    return answers[method === 'GET' ? path : `${method} ${path}`]?.(exchange, place)
  },
})

export const json = (body: JsonValue, status = 200, type = 'application/json'): Reply =>
  reply(status, type, JSON.stringify(body))

export const catalogAt =
  (entries: (place: AgentPlace) => readonly JsonValue[], title = 'Kit catalog'): Answer =>
  (_exchange, place) =>
    json(
      { specVersion: '1.0', host: { displayName: title }, entries: entries(place) },
      200,
      'application/ai-catalog+json',
    )

export const cardType = 'application/a2a-agent-card+json'
export const catalogType = 'application/ai-catalog+json'

export const entry = (identifier: string, members: JsonObject): JsonObject => ({
  identifier: `urn:air:kit.example:${identifier}`,
  type: cardType,
  ...members,
})

/** A 1.0 card of an agent at this host. */
export const smallCard = (name: string, { url }: AgentPlace): JsonObject => ({
  name,
  description: `The agent ${name}`,
  version: '1.0.0',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'echo', name: 'Echo', description: 'Says it again', tags: ['echo'] }],
})

const page = (body: string): Reply =>
  reply(200, 'text/html; charset=utf-8', `<!doctype html><html>${body}</html>`)

export const loginEverywhere: Quirk = {
  intercept: ({ request }) =>
    request.method === 'GET'
      ? page('<title>Sign in to Acme</title><form><input name="user"><input type="password"></form>')
      : undefined,
}

/** How Streamable HTTP refuses a GET that accepts no events. */
export const mcpRefusal: Answer = () =>
  json(
    {
      jsonrpc: '2.0',
      error: { code: -32000, message: 'Not Acceptable: Client must accept text/event-stream' },
      id: null,
    },
    406,
  )

/** The older transport: a stream that names the address for posts, and stays open. */
export const mcpEvents: Answer = ({ gone }) => ({
  status: 200,
  headers: [['Content-Type', 'text/event-stream']],
  body: (async function* () {
    yield 'event: endpoint\ndata: /messages?session_id=1\n\n'
    await new Promise((resolve) => gone.addEventListener('abort', resolve))
  })(),
})

export const openApi = (title: string, paths: readonly string[]): Answer => {
  const items = Object.fromEntries(paths.map((path) => [path, { get: {} }]))
  return () => json({ openapi: '3.1.0', info: { title, version: '1' }, paths: items })
}
