// Sends an operation to an agent as it is currently configured: over the interface chosen by the card or the user, with
// the credentials for its origin and the user's extensions. All operations are sent here.

import type { DialectId, Result } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { Operation, OperationKind } from '#shared/a2a/operation.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import { defined } from '#shared/defined.ts'
import type { AccessService } from './access/access.ts'
import type { Agents } from './agents.ts'
import type { RunningCalls } from './cancel-calls.ts'
import type { DiscoveryService } from './discovery/discovery.ts'
import { type CallRequest, callInEitherSpelling, type Outcome, type Wire } from './wire/wire.ts'

interface OperationOptions {
  /** Activated for this call, besides those of the agent. */
  readonly extensions?: readonly string[] | undefined
  /** The chat that a message is sent from. */
  readonly chatId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The outcome of a call for a window, and its unmasked result for the engine. */
export interface Performed {
  readonly answer: CallOutcome
  readonly outcome: Outcome
}

export interface Operations {
  /** Resolves when the exchange has ended. Throws a fault if the agent has no interface, or its version no such operation. */
  perform(agentId: string, operation: Operation, options?: OperationOptions): Promise<Performed>
}

interface OperationDeps {
  readonly wire: Wire
  readonly agents: Agents
  readonly access: AccessService
  readonly discovery: DiscoveryService
  readonly running: RunningCalls
  readonly currentSession: () => string
}

export function createOperations(deps: OperationDeps): Operations {
  const { wire, agents, access, discovery, running, currentSession } = deps
  return {
    async perform(agentId, operation, { extensions = [], chatId, signal } = {}) {
      const connection = await discovery.connection(agentId, signal)
      if (!connection) {
        throw new Fault(
          'unavailable',
          'This agent has no interface that Parley supports. Connect to it again.',
        )
      }
      const { dialect, binding } = connection
      const { url, tenant, protocolVersion } = connection.interface
      const { use, renew, ...credentials } = await access.attach(agentId, url, binding)
      const stop = new AbortController()
      const settings = agents.settings(agentId)
      const active = [...new Set([...settings.extensions, ...extensions])]
      const options = {
        ...defined({ tenant }),
        ...(active.length > 0 && { extensions: active }),
        ...defined({ fileBytes: settings.fileBytes }),
      }
      const encoded = dialectOf(dialect).encode(operation, binding, options)
      if (!encoded) throw new Fault('unsupported', noSuchCall(operation.kind, dialect, binding))
      const request = {
        sessionId: currentSession(),
        agentId,
        purpose: 'operation' as const,
        url,
        dialect: dialectOf(dialect),
        ...defined({ minor: protocolVersion }),
        operation,
        ...defined({ chatId }),
        call: encoded,
        ...credentials,
        signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
      }
      const send = async (sent: CallRequest) => {
        const call = callInEitherSpelling(wire, sent, options)
        running.add(call.exchangeId, stop, call.done)
        call.answeredBy.then(
          (exchangeId) => running.add(exchangeId, stop, call.done),
          () => undefined,
        )
        return { outcome: await call.done, answeredBy: await call.answeredBy }
      }
      let { outcome, answeredBy } = await send(request)
      // A token may expire earlier than announced: a request that was refused for it had no effect, and is retried once.
      if (isUnauthorized(outcome) && !stop.signal.aborted && (await renew?.())) {
        const { use: _, renew: __, ...renewed } = await access.attach(agentId, url, binding)
        ;({ outcome, answeredBy } = await send({ ...request, ...renewed }))
      }
      const answer: CallOutcome = {
        exchangeId: answeredBy,
        ended: outcome.kind === 'failure' ? 'failed' : 'complete',
        credentials: use,
      }
      return { answer, outcome }
    },
  }
}

/** The agent's result; undefined after a refusal or without a readable response. */
export function resultOf(outcome: Outcome): Result | undefined {
  return outcome.kind === 'reply' && outcome.decoded.kind === 'result' ? outcome.decoded.result : undefined
}

function isUnauthorized(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && (outcome.httpStatus === 401 || outcome.unauthenticated === true)
}

const purposes: Readonly<Record<OperationKind, string>> = {
  send: 'sends a message',
  stream: 'sends a message and streams the answer',
  get: 'fetches a task',
  list: 'lists tasks',
  cancel: 'cancels a task',
  subscribe: 'subscribes to a task',
  'push-create': 'registers a webhook',
  'push-get': 'fetches the configuration of a webhook',
  'push-list': 'lists the webhooks of a task',
  'push-delete': 'deletes the configuration of a webhook',
  'extended-card': 'fetches the extended card',
}

function noSuchCall(kind: OperationKind, dialect: DialectId, binding: Binding): string {
  return `A2A ${dialect} has no call over ${spoken[binding]} that ${purposes[kind]}.`
}

const spoken: Readonly<Record<Binding, string>> = {
  JSONRPC: 'JSON-RPC',
  'HTTP+JSON': 'HTTP+JSON',
  GRPC: 'gRPC',
}
