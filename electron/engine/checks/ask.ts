// Sends the call of a step over one interface: an operation in the terms of A2A 1.0, converted to the agent's version,
// or a raw request of the suite. Every call is an exchange of the run's session.

import { setTimeout as wait } from 'node:timers/promises'
import { agentSideOf } from '#shared/a2a/agent-side.ts'
import { type DialectId, type HeaderList, isOneZero, type WireCall } from '#shared/a2a/dialect.ts'
import { methods10 } from '#shared/a2a/dialects/calls-10.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { Binding, JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { Operation, OperationKind } from '#shared/a2a/operation.ts'
import { isSettled } from '#shared/a2a/task-states.ts'
import { type OperationName, operationNames, type RawStep } from '#shared/checks/steps.ts'
import type { Connection } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { stateOf } from '#shared/story/updates-of.ts'
import type { AccessService } from '../access/access.ts'
import type { Agents } from '../agents.ts'
import type { SessionRecord } from '../store/record.ts'
import { callInEitherSpelling, type EitherCall } from '../wire/spelling-retry.ts'
import type { CallUpdate, RawOutcome, Wire } from '../wire/wire.ts'
import { type AgentReply, brokenBy, entriesOf, headOf, itemsIn, lastOf, replyOf } from './agent-reply.ts'
import { BadStep } from './expect.ts'

export interface Target {
  readonly agentId: string
  readonly sessionId: string
  readonly cardUrl: string
  /** URIs of extensions without which the agent refuses every message. */
  readonly requiredExtensions: readonly string[]
}

export interface CallContext {
  readonly way: Connection
  /** Override the default headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly credentials?: 'none' | 'required' | undefined
  readonly signal: AbortSignal
  readonly cutAfter?: number | undefined
  /** Between two reads, over HTTP. */
  readonly readPauseMs?: number | undefined
  /** Cuts the stream at this update. */
  readonly cutWhen?: (update: CallUpdate) => boolean
}

export interface CallResult {
  readonly exchangeId: string
  /** In the terms of the suite, with the values filled in. */
  readonly request: JsonValue
  /** Resolves with the first result of a stream. */
  readonly opened?: Promise<void>
  /** Never rejects. */
  readonly answer: Promise<AgentReply>
}

export interface AskerDeps {
  readonly agents: Pick<Agents, 'settings'>
  readonly wire: Pick<Wire, 'call' | 'request'>
  readonly record: SessionRecord
  readonly access: Pick<AccessService, 'attach'>
}

/** Of one stream; with more it is cut, and the test reports it. */
const maxStreamEvents = 10_000
/** Time for a stream to close after its last event; it is then cut, and the test reports it. */
const maxOpenMs = 3_000

export class Asker {
  readonly #deps: AskerDeps
  readonly #target: Target

  constructor(deps: AskerDeps, target: Target) {
    this.#deps = deps
    this.#target = target
  }

  async operation(name: OperationName, params: JsonObject, callContext: CallContext): Promise<CallResult> {
    const kind = operationNames[name]
    if (kind === 'card' && params['extended'] !== true) return this.#card(callContext)
    const requested = kind === 'card' ? 'extended-card' : kind
    const words = flat(requested, params)
    const { dialect, binding } = callContext.way
    const operation = withBlocking(operationOf(requested, words), dialect)
    const { url, tenant, protocolVersion } = callContext.way.interface
    const own = dialectOf(dialect)
    const { extensions: chosen } = this.#deps.agents.settings(this.#target.agentId)
    const extensions = [...new Set([...this.#target.requiredExtensions, ...chosen])]
    const active = extensions.length > 0 ? { extensions } : {}
    const options = { ...active, ...defined({ tenant }) }
    const encoded = own.encode(operation, binding, options)
    if (!encoded) throw new BadStep('skip', `A2A ${dialect} has no such operation over ${binding}.`)
    const stop = new AbortController()
    const request = {
      ...this.#common('operation'),
      url,
      dialect: own,
      ...defined({ minor: protocolVersion }),
      operation,
      call: withHeaders(isOneZero(dialect) ? withUnknown(encoded, words) : encoded, callContext.headers),
      ...(await this.#credentials(url, binding, callContext)),
      ...(callContext.readPauseMs !== undefined && { profile: { readPauseMs: callContext.readPauseMs } }),
      signal: AbortSignal.any([callContext.signal, stop.signal]),
    }
    const call = callInEitherSpelling(this.#deps.wire, request, { ...options, strict: true })
    const opened = Promise.withResolvers<void>()
    const answer = this.#watched(call, callContext, stop, opened.resolve)
    return { exchangeId: call.exchangeId, request: words, opened: opened.promise, answer }
  }

  async raw(
    { method, path, headers = {}, body, body_raw }: RawStep['raw'],
    callContext: CallContext,
  ): Promise<CallResult> {
    const { binding } = callContext.way
    if (binding === 'GRPC') throw new BadStep('skip', 'gRPC has no requests as text.')
    if (callContext.way.interface.tenant)
      throw new BadStep('skip', 'A request as text names no tenant, as this interface requires.')
    const url = addressOf(path, callContext.way.interface.url, this.#target.cardUrl)
    const text = body_raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const { exchangeId, done } = this.#deps.wire.request({
      ...this.#common('raw'),
      method,
      url,
      headers: Object.entries(headers).filter(([, value]) => value !== ''),
      ...defined({ body: text }),
      ...(await this.#credentials(url, binding, callContext)),
      signal: callContext.signal,
    })
    const request = { method, path, headers, ...defined({ body: text }) }
    return {
      exchangeId,
      request,
      answer: done.then((outcome) => this.#readRaw(exchangeId, outcome, callContext)),
    }
  }

  async #card(callContext: CallContext): Promise<CallResult> {
    const { cardUrl: url } = this.#target
    const headers: HeaderList = [
      ['Accept', 'application/json'],
      ['A2A-Version', '1.0'],
    ]
    const { exchangeId, done } = this.#deps.wire.request({
      ...this.#common('card'),
      method: 'GET',
      url,
      streaming: false,
      headers: replaced(headers, callContext.headers),
      ...(await this.#credentials(url, undefined, callContext)),
      signal: callContext.signal,
    })
    return {
      exchangeId,
      request: {},
      answer: done.then(async (outcome) => ({
        ...(await this.#readBody(exchangeId, outcome)),
        isCard: true,
      })),
    }
  }

  #common<Purpose extends string>(purpose: Purpose) {
    const { agentId, sessionId } = this.#target
    return { agentId, sessionId, purpose }
  }

  async #credentials(url: string, binding: Binding | undefined, { credentials }: CallContext) {
    if (credentials === 'none') return { isAccessTest: true as const }
    const { use, renew: _, ...along } = await this.#deps.access.attach(this.#target.agentId, url, binding)
    if (credentials === 'required' && use !== 'sent') {
      throw new BadStep('skip', 'It needs credentials that the agent accepts: set them under Access.')
    }
    return along
  }

  async #watched(
    call: EitherCall,
    { way, cutAfter, cutWhen }: CallContext,
    stop: AbortController,
    onOpen: () => void,
  ): Promise<AgentReply> {
    let events = 0
    let stillOpen = false
    let ended = false
    const over = new AbortController()
    const close = () => {
      stillOpen = true
      stop.abort()
    }
    for await (const update of call.updates) {
      if (update.decoded.kind === 'result') onOpen()
      events += 1
      if (events === (cutAfter ?? maxStreamEvents) || cutWhen?.(update)) stop.abort()
      ended ||= isLast(update)
      if (isLast(update)) wait(maxOpenMs, undefined, { signal: over.signal }).then(close, () => undefined)
    }
    over.abort()
    const outcome = await call.done
    const answer = await replyOf(this.#deps.record, await call.answeredBy, way, outcome)
    if (cutAfter !== undefined && (ended || outcome.kind === 'stream')) {
      throw new BadStep('inconclusive', 'The stream was over before it could be cut off.', { isChance: true })
    }
    if (!stop.signal.aborted) return answer
    const { broken: _, ...cut } = answer
    if (stillOpen) return { ...cut, stillOpen }
    if (events < maxStreamEvents) return cut
    const message = `It sent more than ${formatCount(maxStreamEvents)} events; the rest was not read.`
    return { ...answer, broken: { message } }
  }

  async #readBody(exchangeId: string, outcome: RawOutcome): Promise<AgentReply> {
    const entries = await entriesOf(this.#deps.record, exchangeId)
    const observed = { exchangeId, ...headOf(entries), ...lastOf(entries) }
    if (outcome.kind === 'failure') return { ...observed, broken: brokenBy(outcome.failure) }
    if (outcome.kind === 'stream') return { ...observed, events: itemsIn(this.#deps.record, entries) }
    const root = jsonIn(new TextDecoder().decode(outcome.body))
    return { ...observed, status: outcome.status, ...defined({ root }) }
  }

  async #readRaw(exchangeId: string, outcome: RawOutcome, { way }: CallContext): Promise<AgentReply> {
    const { dialect, binding } = way
    const answer = await this.#readBody(exchangeId, outcome)
    if (answer.root === undefined) return answer
    const decoded = dialectOf(dialect).decodeReply('get', binding, answer.root, answer.status)
    return decoded.kind === 'error' ? { ...answer, error: decoded.error } : answer
  }
}

/** No more follows a message, or a state in which the client must continue. */
function isLast({ decoded }: CallUpdate): boolean {
  if (decoded.kind !== 'result') return false
  const { result } = decoded
  if (result.kind === 'message') return true
  const state = stateOf(result)
  return isSettled(state) || state === 'input-required'
}

/** Parameters of 1.0, as in suites and in their drafts. */
function operationOf(kind: OperationKind, params: JsonObject): Operation {
  const operation = agentSideOf('1.0').decodeOperation({
    binding: 'JSONRPC',
    method: methods10[kind],
    params,
    headers: [],
    streaming: false,
  })
  if (!operation) throw new BadStep('inconclusive', 'The parameters of this step don’t make a request.')
  return operation
}

/** Servers before 1.0 differ in whether a client waits by default, and 0.1 has no option for it. */
function withBlocking(operation: Operation, dialect: DialectId): Operation {
  if (operation.kind !== 'send' || dialect === '1.0') return operation
  const { returnImmediately = false } = operation.options ?? {}
  if (returnImmediately && dialect === '0.1') throw new BadStep('skip', 'In A2A 0.1 a client always waits.')
  return { ...operation, options: { ...operation.options, returnImmediately } }
}

function flat(kind: OperationKind, params: JsonObject): JsonObject {
  const { pushNotificationConfig, message, taskId, contextId, cursor, ...others } = params
  if (kind === 'push-create' && isObject(pushNotificationConfig)) {
    return { ...pushNotificationConfig, ...defined({ taskId }) }
  }
  if (!isObject(message)) return cursor === undefined ? params : { ...params, pageToken: cursor }
  const ids = defined({ taskId, contextId })
  return { ...others, message: { messageId: crypto.randomUUID(), ...ids, ...message } }
}

/** Unknown members are sent, too, where the binding has room for them. */
function withUnknown(call: WireCall, params: JsonObject): WireCall {
  switch (call.binding) {
    case 'JSONRPC':
      return call.params === undefined ? call : { ...call, params: under(call.params, params) }
    case 'HTTP+JSON':
      return call.body === undefined ? call : { ...call, body: under(call.body, params) }
    case 'GRPC':
      return call
  }
}

/** Merges missing members of `lower` into `upper`, in objects and in lists of equal length. */
function under(upper: JsonObject, lower: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...lower, ...upper }
  for (const [name, value] of Object.entries(lower)) {
    const own = upper[name]
    if (isObject(own) && isObject(value)) merged[name] = under(own, value)
  }
  return merged
}

function withHeaders(call: WireCall, headers: CallContext['headers']): WireCall {
  return headers ? { ...call, headers: replaced(call.headers, headers) } : call
}

/** An empty text removes a header. */
function replaced(headers: HeaderList, by: NonNullable<CallContext['headers']> = {}): HeaderList {
  const names = new Set(Object.keys(by).map((name) => name.toLowerCase()))
  return [
    ...headers.filter(([name]) => !names.has(name.toLowerCase())),
    ...Object.entries(by).filter(([, value]) => value !== ''),
  ]
}

/** Below the interface; well-known paths are at its origin. */
function addressOf(path: string, interfaceUrl: string, cardUrl: string): string {
  if (path.startsWith('/.well-known/')) return new URL(path, cardUrl).href
  return path === '/' || path === ''
    ? interfaceUrl
    : `${interfaceUrl.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
}
