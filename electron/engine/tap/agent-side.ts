// The tap's way to the agent: the head as it is given, in its order and spelling, and the body as it comes. Connections are made as
// Parley makes its own; one that would lead to a tap of this Parley is never made use of.

import { Agent, type ClientRequest, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionFacts, RawHeaders } from '#shared/record/entry.ts'
import type { Clock } from '../clock.ts'
import { type Connecting, connectionFacts, createConnecting } from '../wire/connect.ts'
import type { ConnectionProfile } from '../wire/profile.ts'
import { proxyAuthorization } from '../wire/tunnel.ts'

export interface AgentSide {
  /** Begins a request; its body is written to what this returns. */
  ask(
    to: { readonly origin: string; readonly path: string },
    method: string,
    headers: RawHeaders,
  ): ClientRequest
  factsOf(socket: Socket | null, reused: boolean): ConnectionFacts
  close(): void
}

export class LeadsBack extends Error {
  override readonly name = 'LeadsBack'
}

/** Of a connection that is kept for the next request, because agents close theirs as soon. */
const maxIdleConnectionMs = 2_000

export function createAgentSide(
  profile: ConnectionProfile,
  clock: Clock,
  isOwn: (address: string | undefined, port: number | undefined) => boolean,
): AgentSide {
  const connecting = createConnecting({ ...profile, http2: false }, clock)
  const agents = new Map<string, Agent>()
  const agentOf = (origin: string): Agent => {
    const known = agents.get(origin)
    if (known) return known
    const made = new OriginAgent(new URL(origin), connecting, isOwn)
    agents.set(origin, made)
    return made
  }
  const proxy = profile.proxyUrl === undefined ? undefined : new URL(profile.proxyUrl)
  return {
    ask({ origin, path }, method, headers) {
      const { protocol } = new URL(origin)
      const throughProxy = proxy !== undefined && protocol === 'http:'
      const authorization = throughProxy ? proxyAuthorization(proxy) : undefined
      return request({
        agent: agentOf(origin),
        method,
        path: throughProxy ? `${origin}${path}` : path,
        headers: [
          ...headers.flat(),
          ...(authorization === undefined ? [] : ['Proxy-Authorization', authorization]),
        ],
        maxHeaderSize: profile.maxHeaderBytes,
      })
    },
    factsOf: (socket, reused) => ({
      ...(socket && connectionFacts(socket, undefined)),
      reused,
      httpVersion: '1.1',
    }),
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

class OriginAgent extends Agent {
  readonly #origin: URL
  readonly #connecting: Connecting
  readonly #isOwn: (address: string | undefined, port: number | undefined) => boolean

  constructor(
    origin: URL,
    connecting: Connecting,
    isOwn: (address: string | undefined, port: number | undefined) => boolean,
  ) {
    super({ keepAlive: true, timeout: maxIdleConnectionMs })
    this.#origin = origin
    this.#connecting = connecting
    this.#isOwn = isOwn
  }

  override createConnection(
    _options: unknown,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    this.#connecting.connect(this.#origin, (error, socket) => {
      const refused =
        error ?? (this.#isOwn(socket?.remoteAddress, socket?.remotePort) ? new LeadsBack() : null)
      if (refused) socket?.destroy()
      callback?.(refused, socket as Duplex)
    })
    return undefined
  }
}
