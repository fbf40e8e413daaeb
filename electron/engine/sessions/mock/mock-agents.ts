import { Fault } from '#shared/contract/fault.ts'
import type { MockAgent, MockPace } from '#shared/contract/mock-agents.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import type { Archive } from '../archive.ts'
import type { Masking } from '../file/body-lines.ts'
import type { MockPlace } from './mock-card.ts'
import { type MockOptions, readCalls } from './recorded-calls.ts'
import { openGrpcSide } from './respond-grpc.ts'
import { openHttpSide } from './respond-http.ts'
import { createResponder } from './responder.ts'

export interface MockAgents {
  list(): readonly MockAgent[]
  start(request: {
    readonly sessionId: string
    readonly agentId: string
    readonly pace: MockPace
    readonly anywhere: boolean
  }): Promise<MockAgent>
  stop(address: string): Promise<{ readonly stopped: boolean }>
  close(): Promise<void>
}

/** Sessions served as agents at once; one more is refused with the number. */
const maxMocks = 20

export function createMockAgents(
  archive: Archive,
  view: (sessionId: string) => SessionView,
  mask: Masking,
): MockAgents {
  const served = new Map<string, { readonly agent: MockAgent; readonly server: MockServer }>()

  return {
    list: () => [...served.values()].map(({ agent }) => agent),
    async start({ sessionId, agentId, pace, anywhere }) {
      if (served.size >= maxMocks)
        throw new Fault('conflict', `${maxMocks} are served already. Stop one first.`)
      const { record } = archive.find(sessionId)
      record.flush()
      const calls = await readCalls(record, sessionId, agentId)
      const server = await openMockServer({ record, sessionId, calls, pace, mask, anywhere })
      const { address } = server
      const name = view(sessionId).agents.find(({ id }) => id === agentId)?.name ?? 'An agent'
      const { count, webhookCount } = calls
      const agent = {
        sessionId,
        agentId,
        name,
        address,
        pace,
        calls: count,
        webhookCalls: webhookCount,
        anywhere,
      }
      served.set(address, { agent, server })
      return agent
    },
    async stop(address) {
      await served.get(address)?.server.close()
      return { stopped: served.delete(address) }
    },
    async close() {
      await Promise.all([...served.values()].map(({ server }) => server.close()))
      served.clear()
    },
  }
}

interface MockServer {
  readonly address: string
  close(): Promise<void>
}

/** On a loopback port, and on a second one if the agent had gRPC: not reachable from other machines. */
async function openMockServer(options: MockOptions): Promise<MockServer> {
  const closing = new AbortController()
  const answering = createResponder(options, closing.signal)
  const speaksGrpc = options.calls.spoken.some(({ binding }) => binding === 'GRPC')
  const place = (): MockPlace => ({ address: http.address, authority: grpc?.authority })
  const http = await openHttpSide((visit) => answering.overHttp(visit, place()))
  const grpc = speaksGrpc ? await openGrpcSide((visit) => answering.overGrpc(visit, place())) : undefined
  return {
    address: http.address,
    async close() {
      closing.abort()
      grpc?.close()
      await http.close()
    },
  }
}
