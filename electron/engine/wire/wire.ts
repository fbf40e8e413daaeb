// The wire: sends operations and raw requests, and sees to it that everything that crosses is on the record before anyone
// interprets it. It owns connections and the memory of secrets. It does not choose dialects, credentials or retries.

import type { Decoded, Dialect, EncodeOptions, HeaderList, Result, WireCall } from '#shared/a2a/dialect.ts'
import type { Binding, JsonValue } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { CallFacts, RawHeaders } from '#shared/record/entry.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { SessionRecord } from '../session/record.ts'
import type { Answered } from './answer.ts'
import { type Exchange, openExchange } from './exchange.ts'
import type { WireFailure } from './failure.ts'
import { createHttpClient, type HttpClient, type HttpRequest } from './http.ts'
import { labelOf, prepareRequest } from './prepare.ts'
import { type ConnectionProfile, defaultProfile } from './profile.ts'
import { type CallUpdate, createReader, type Judge } from './reading.ts'
import { createSecrets } from './secrets.ts'
import { transmit } from './transmit.ts'
import { createUpdates } from './updates.ts'

export type { WireFailure } from './failure.ts'
export { type ConnectionProfile, defaultProfile } from './profile.ts'
export type { CallUpdate, Judge, JudgedItem } from './reading.ts'

export interface WireOptions {
  readonly record: SessionRecord
  readonly clock?: Clock
  readonly judge?: Judge
}

interface Common {
  readonly sessionId: string
  readonly agentId?: string
  readonly purpose: CallFacts['purpose']
  /** Sent besides what the dialect asks for. */
  readonly headers?: HeaderList
  /** Sent too, never recorded, and dropped when a redirect leaves the origin. */
  readonly credentials?: HeaderList
  readonly profile?: Partial<ConnectionProfile>
  readonly signal?: AbortSignal
}

export interface CallRequest extends Common {
  /** The interface's URL. */
  readonly url: string
  readonly dialect: Dialect
  readonly binding: Binding
  readonly operation: Operation
  readonly options?: EncodeOptions
}

export interface RawRequest extends Common {
  readonly url: string
  readonly method: string
  readonly body?: Uint8Array | string
  readonly label?: string
  /** Read the answer with this dialect, so that its items get tasks and findings. */
  readonly dialect?: Dialect
  readonly binding?: Binding
  readonly operation?: Operation['kind']
  readonly streaming?: boolean
}

export interface Call {
  readonly exchangeId: string
  /** What the agent says while it says it; the record has it too. */
  readonly updates: AsyncIterable<CallUpdate>
  /** Never rejects. */
  readonly done: Promise<Outcome>
}

export type Outcome =
  | {
      readonly kind: 'reply'
      readonly httpStatus: number
      readonly decoded: Decoded<Result>
      readonly raw?: JsonValue
    }
  | {
      readonly kind: 'stream'
      readonly httpStatus: number
      readonly items: number
      readonly unfinished: boolean
    }
  | { readonly kind: 'failure'; readonly failure: WireFailure; readonly items: number }

export interface RawAnswer {
  readonly exchangeId: string
  readonly done: Promise<RawOutcome>
}

export type RawOutcome =
  | {
      readonly kind: 'body'
      readonly status: number
      readonly headers: RawHeaders
      /** Decoded, unmasked, in memory only. */
      readonly body: Uint8Array
      /** Where it came from after redirects. */
      readonly url: string
    }
  | Extract<Outcome, { kind: 'stream' | 'failure' }>

export interface Wire {
  /** Undefined when the dialect has no such operation. */
  call(request: CallRequest): Call | undefined
  /** The raw door: any request, captured alike. */
  request(request: RawRequest): RawAnswer
  /** The value behind a mark in the record, as long as this wire remembers it. */
  reveal(secretId: string): string | undefined
  /** The same masking for entries that others write, such as webhook calls. */
  readonly mask: {
    headers(headers: RawHeaders): RawHeaders
    text(text: string): string
    bytes(bytes: Buffer): Buffer
    learn(value: string): void
  }
  forgetSecrets(): void
  close(): void
}

export function createWire(options: WireOptions): Wire {
  const { record, judge } = options
  const clock = options.clock ?? systemClock
  const secrets = createSecrets()
  const clients = new Map<string, { readonly client: HttpClient; readonly profile: ConnectionProfile }>()

  const reach = (wanted: Partial<ConnectionProfile> | undefined) => {
    const key = JSON.stringify(wanted ?? {})
    const known = clients.get(key)
    if (known !== undefined) return known
    const profile = { ...defaultProfile, ...wanted }
    const made = { client: createHttpClient(profile, clock), profile }
    clients.set(key, made)
    return made
  }

  const open = (
    common: Common,
    call: CallFacts,
  ): { exchange: Exchange; credentialNames: ReadonlySet<string> } => {
    for (const [, value] of common.credentials ?? []) secrets.learn(value)
    const credentialNames = new Set((common.credentials ?? []).map(([name]) => name.toLowerCase()))
    const exchange = openExchange({
      record,
      secrets,
      clock,
      sessionId: common.sessionId,
      call,
      credentialNames,
    })
    return { exchange, credentialNames }
  }

  const transmitHttp = (
    common: Common,
    call: CallFacts,
    request: HttpRequest,
    reading: Pick<
      Parameters<typeof createReader>[0],
      'dialect' | 'operation' | 'binding' | 'onUpdate' | 'onReply'
    >,
    facts: { readonly streaming: boolean; readonly taskId?: string },
  ): { exchangeId: string; answered: Promise<Answered> } => {
    const { exchange, credentialNames } = open(common, call)
    const body = request.body === undefined ? undefined : Buffer.from(request.body)
    const answered = transmit({
      ...reach(common.profile),
      exchange,
      request,
      credentialNames,
      secretBody: body !== undefined && secrets.bytes(body, 'ours') !== body,
      ...facts,
      reader: createReader({ call, ...(judge === undefined ? {} : { judge }), ...reading }),
      ...(common.signal === undefined ? {} : { signal: common.signal }),
    })
    return { exchangeId: exchange.exchangeId, answered }
  }

  const callHttp = (request: CallRequest, wireCall: Exclude<WireCall, { binding: 'GRPC' }>): Call => {
    const updates = createUpdates<CallUpdate>()
    let reply: { readonly decoded: Decoded<Result>; readonly raw?: JsonValue } | undefined
    const { exchangeId, answered } = transmitHttp(
      request,
      factsOf(request, wireCall),
      prepareRequest(wireCall, request.url, [...(request.headers ?? []), ...(request.credentials ?? [])]),
      {
        dialect: request.dialect,
        operation: request.operation.kind,
        binding: wireCall.binding,
        onUpdate: (update) => updates.push(update),
        onReply: (seen) => {
          reply = seen
        },
      },
      { streaming: wireCall.streaming, ...taskOfOperation(request.operation) },
    )
    const done = answered.then((answer): Outcome => {
      updates.close()
      if (answer.kind !== 'body') return streamOutcome(answer)
      const unread: Decoded<Result> = { kind: 'unreadable', reason: 'there was no body to read' }
      return { kind: 'reply', httpStatus: answer.head.status, decoded: unread, ...reply }
    })
    return { exchangeId, updates, done }
  }

  return {
    call(request) {
      const wireCall = request.dialect.encode(request.operation, request.binding, request.options)
      if (wireCall === undefined || wireCall.binding === 'GRPC') return undefined
      return callHttp(request, wireCall)
    },

    request(request) {
      const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body
      const { exchangeId, answered } = transmitHttp(
        request,
        {
          ...(request.agentId === undefined ? {} : { agentId: request.agentId }),
          purpose: request.purpose,
          ...(request.operation === undefined ? {} : { operation: request.operation }),
          ...(request.dialect === undefined ? {} : { dialect: request.dialect.id }),
          ...(request.binding === undefined ? {} : { binding: request.binding }),
          label: request.label ?? `${request.method} ${pathOf(request.url)}`,
        },
        {
          method: request.method,
          url: request.url,
          headers: [...(request.headers ?? []), ...(request.credentials ?? [])],
          ...(body === undefined ? {} : { body }),
        },
        {
          ...(request.dialect === undefined ? {} : { dialect: request.dialect }),
          ...(request.operation === undefined ? {} : { operation: request.operation }),
          ...(request.binding === undefined ? {} : { binding: request.binding }),
          onUpdate: () => undefined,
          onReply: () => undefined,
        },
        { streaming: request.streaming ?? true },
      )
      const done = answered.then((answer): RawOutcome => {
        if (answer.kind !== 'body') return streamOutcome(answer)
        const { head, body: bytes, url } = answer
        return { kind: 'body', status: head.status, headers: head.headers, body: bytes, url }
      })
      return { exchangeId, done }
    },

    reveal: secrets.reveal,
    mask: {
      headers: (headers) => secrets.headers(headers, 'theirs'),
      text: (text) => secrets.text(text, 'theirs'),
      bytes: (bytes) => secrets.bytes(bytes, 'theirs'),
      learn: secrets.learn,
    },
    forgetSecrets: secrets.forgetAll,

    close() {
      for (const { client } of clients.values()) client.close()
      clients.clear()
      secrets.forgetAll()
    },
  }
}

function factsOf(request: CallRequest, wireCall: WireCall): CallFacts {
  return {
    ...(request.agentId === undefined ? {} : { agentId: request.agentId }),
    purpose: request.purpose,
    operation: request.operation.kind,
    dialect: request.dialect.id,
    binding: wireCall.binding,
    label: labelOf(wireCall),
  }
}

function taskOfOperation(operation: Operation): { readonly taskId?: string } {
  const taskId =
    operation.kind === 'send' || operation.kind === 'stream'
      ? operation.message.taskId
      : 'taskId' in operation
        ? operation.taskId
        : undefined
  return taskId === undefined ? {} : { taskId }
}

function streamOutcome(
  answer: Exclude<Answered, { kind: 'body' }>,
): Extract<Outcome, { kind: 'stream' | 'failure' }> {
  if (answer.kind === 'failure') return { kind: 'failure', failure: answer.failure, items: answer.items }
  return {
    kind: 'stream',
    httpStatus: answer.head.status,
    items: answer.items,
    unfinished: answer.unfinished,
  }
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}
