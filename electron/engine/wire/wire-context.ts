// Shared by all kinds of calls: connections by profile, the exchange to write, the secrets.

import type { HeaderList } from '#shared/a2a/dialect.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { CallFacts } from '#shared/record/entry.ts'
import { exchangeSpanIds } from '#shared/traces/span.ts'
import type { Clock } from '../platform/clock.ts'
import { createWorkQueue } from '../platform/queue.ts'
import { spanDigest } from '../traces/span-digest.ts'
import { Exchange } from './exchange.ts'
import type { WireFailure } from './failure.ts'
import { createGrpc } from './grpc/grpc.ts'
import { createHttpClient, type HttpClient } from './http.ts'
import { type ConnectionProfile, defaultProfile } from './profile.ts'
import type { Crossing, CrossingDecision } from './redirect.ts'
import { Secrets } from './secrets.ts'
import type { Common, WireOptions } from './wire-types.ts'

const closed: WireFailure = { failure: 'aborted', message: 'Parley was closed while this call was open.' }

export type Outgoing = ReturnType<typeof createOutgoing>

export function createOutgoing({ record, judge, profileOf, confirmRedirect }: WireOptions, clock: Clock) {
  const secrets = new Secrets()
  const grpc = createGrpc()
  const queue = createWorkQueue()
  const clients = new Map<string, HttpClient>()
  const underWay = new Set<Exchange>()
  return {
    clock,
    judge,
    secrets,
    grpc,
    async ask(crossing: Crossing, signal: AbortSignal | undefined): Promise<CrossingDecision> {
      const address = secrets.url(crossing.address, 'called')
      return confirmRedirect?.({ ...crossing, address }, signal) ?? 'unasked'
    },
    profileOf: ({ profile, agentId }: Common): ConnectionProfile => ({
      ...defaultProfile,
      ...(agentId !== undefined && profileOf?.(agentId)),
      ...profile,
    }),

    http(profile: ConnectionProfile): HttpClient {
      const key = JSON.stringify(profile)
      const httpClient = clients.get(key)
      if (httpClient !== undefined) return httpClient
      const client = createHttpClient(profile, clock, queue)
      clients.set(key, client)
      return client
    },

    open(
      { credentials = [], queryCredentials = [], sessionId }: Common,
      call: CallFacts,
    ): { readonly exchange: Exchange; readonly credentialNames: ReadonlySet<string> } {
      for (const [, value] of [...credentials, ...queryCredentials]) secrets.learn(value)
      const credentialNames = new Set(credentials.map(([name]) => name.toLowerCase()))
      const exchange = new Exchange({
        record,
        secrets,
        clock,
        sessionId,
        call,
        credentialNames,
        credentialQuery: new Set(queryCredentials.map(([name]) => name)),
        onEnd: () => underWay.delete(exchange),
      })
      underWay.add(exchange)
      return { exchange, credentialNames }
    },

    close() {
      queue.drain()
      // Fails them now, as the record is closed when the sockets report it.
      for (const exchange of underWay) exchange.fail(closed)
      for (const client of clients.values()) client.close()
      clients.clear()
      grpc.close()
      secrets.forgetAll()
    },
  }
}

// The trace that a request begins, as a W3C trace context. Its ids are those of the spans that Parley derives from the
// exchange, so the agent's spans become children of them.

/** None where the request has a trace already. */
export function traceHeaders(
  { traceparent }: ConnectionProfile,
  exchangeId: string,
  headers: HeaderList,
): HeaderList {
  if (!traceparent || headerOf(headers, 'traceparent') !== undefined) return []
  const { traceId, transport } = exchangeSpanIds(spanDigest, exchangeId)
  return [['traceparent', `00-${traceId}-${transport}-01`]]
}
