// An agent for tests, composed of a dialect, a script and quirks. It stores every received byte. It shares no code with the
// inspector, so a test sees what crossed the wire.

import type { JsonObject } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { Answering } from './bindings/answering.ts'
import { openGrpcServer } from './bindings/grpc.ts'
import { answerJsonRpc } from './bindings/json-rpc.ts'
import { answerRest } from './bindings/rest.ts'
import type { Dialect, DialectName } from './dialects/dialect.ts'
import { dialects } from './dialects/dialects.ts'
import { type Exchange, openHttpServer, type Received, type Reply, reply } from './http-server.ts'
import { type AgentPlace, allOf, type Quirk } from './quirk.ts'
import { kitScript } from './scripts.ts'
import type { Script } from './steps.ts'
import { createDesk } from './task-server.ts'
import { createWebhooks } from './webhooks.ts'

export interface AgentOptions {
  /** The first is the preferred interface; all share one address and one set of tasks. */
  readonly dialect: DialectName | readonly [DialectName, ...DialectName[]]
  readonly name?: string
  /** Members that override the dialect's card, or a function that changes it. */
  readonly card?: JsonObject | ((card: JsonObject, place: AgentPlace) => JsonObject)
  readonly extendedCard?: JsonObject
  readonly script?: Script
  readonly quirks?: readonly Quirk[]
  /** The agent's path below its origin; cards are always at the origin. */
  readonly path?: string
  /** What a user would type after the origin to find this agent. */
  readonly address?: string
  readonly newId?: () => string
  readonly now?: () => Date
}

export interface Agent {
  /** The address for a client: the origin, where the card is. */
  readonly url: string
  /** `host:port` of the gRPC server, for dialects that speak it. */
  readonly grpcAddress?: string
  readonly requests: readonly Received[]
  close(): Promise<void>
}

export async function agent(options: AgentOptions): Promise<Agent> {
  const names = typeof options.dialect === 'string' ? ([options.dialect] as const) : options.dialect
  const spoken = names.map((name) => dialects[name])
  const main = dialects[names[0]]
  const quirks = allOf(options.quirks ?? [])
  const path = options.path ?? '/'
  const webhooks = createWebhooks(quirks, main)
  const desk = createDesk({
    script: options.script ?? kitScript(),
    quirks,
    newId: options.newId,
    now: options.now,
    onUpdate: webhooks.onUpdate,
    onPause: webhooks.onPause,
  })
  const answering: Answering = { desk, quirks, extendedCard: () => options.extendedCard }
  const requests: Received[] = []
  const onReceived = (received: Received): void => void requests.push(received)
  const overGrpc = speaking(spoken, 'GRPC')
  const grpc = overGrpc.length > 0 ? await openGrpcServer(answering, overGrpc, onReceived) : undefined
  const http = await openHttpServer(
    async (exchange) => quirks.reply(await handle(exchange), exchange),
    onReceived,
  )
  const place: AgentPlace = { origin: http.url, url: `${http.url}${path}` }

  async function handle(exchange: Exchange): Promise<Reply> {
    const taken = await quirks.intercept(exchange, place)
    if (taken) return taken
    const { request } = exchange
    if (request.method === 'GET' && (quirks.cardPaths ?? main.cardPaths).includes(request.path)) {
      return reply(
        200,
        'application/json',
        JSON.stringify(cardOf(options, main, spoken, place, grpc?.address, quirks.card)),
      )
    }
    const below = belowPath(request.path, path)
    if (below === undefined) return reply(404, 'text/plain', 'Not Found')
    const rest = await answerRest(answering, spoken, exchange, below)
    if (rest) return rest
    if (request.method !== 'POST' || below !== '/') return reply(404, 'text/plain', 'Not Found')
    return answerJsonRpc(answering, speaking(spoken, 'JSONRPC'), exchange)
  }

  return {
    url: `${http.url}${options.address ?? ''}`,
    ...defined({ grpcAddress: grpc?.address }),
    requests,
    async close() {
      grpc?.close()
      await Promise.all([desk.close(), webhooks.close(), http.close()])
    },
  }
}

function speaking(spoken: readonly Dialect[], binding: Dialect['binding']): readonly Dialect[] {
  return spoken.filter((dialect) => dialect.binding === binding)
}

function cardOf(
  options: AgentOptions,
  main: Dialect,
  spoken: readonly Dialect[],
  place: AgentPlace,
  grpcAddress: string | undefined,
  change: (card: JsonObject, place: AgentPlace) => JsonObject,
): JsonObject {
  const plain = main.card({
    name: options.name ?? 'Kit agent',
    description: `Speaks ${spoken.map(({ name }) => name).join(', ')}`,
    interfaces: spoken.map(({ binding, protocolVersion }) => ({
      url: urlOf(binding, place, grpcAddress),
      binding,
      protocolVersion,
    })),
    extendedCard: options.extendedCard !== undefined,
  })
  const { card = {} } = options
  const own = typeof card === 'function' ? card(plain, place) : { ...plain, ...card }
  return change(own, place)
}

function urlOf(binding: Dialect['binding'], { url }: AgentPlace, grpcAddress: string | undefined): string {
  if (binding === 'GRPC') return grpcAddress ?? ''
  return binding === 'HTTP+JSON' ? url.replace(/\/$/, '') : url
}

/** The part of a request's path after the agent's path; `/` for the agent itself. */
function belowPath(requested: string, path: string): string | undefined {
  const base = path.replace(/\/$/, '')
  if (requested === base) return '/'
  return requested.startsWith(`${base}/`) ? requested.slice(base.length) : undefined
}
