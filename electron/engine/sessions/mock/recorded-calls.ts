// The recorded calls to one agent, by signature. Equal calls get the recorded responses in order, then the last one.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { PushConfig } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { MockPace } from '#shared/contract/mock-agents.ts'
import { allEntries } from '#shared/record/all-entries.ts'
import type { Entry, RequestEntry, WebhookEntry } from '#shared/record/entry.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import { shorten } from '#shared/shorten.ts'
import { webhookKey } from '#shared/story/exchange-reducer.ts'
import { isLoopback } from '../../platform/net.ts'
import type { SessionRecord } from '../../store/record.ts'
import { wholeBody } from '../../store/whole-body.ts'
import type { Masking } from '../file/body-lines.ts'
import {
  type CallToMatch,
  causesOf,
  maxMockRequestBytes,
  type RecordedWebhook,
  signatureOf,
} from './call-signature.ts'

// Receivers registered at a mock; the oldest is dropped.
const maxMockRegistrations = 500

export interface RecordedCall {
  readonly exchangeId: string
  readonly startedMonoMs: number
  readonly rpcId: string | undefined
  /** Needed to decode a similar call. */
  readonly request: Pick<RequestEntry, 'call' | 'method' | 'url'>
  readonly push: PushConfig | undefined
  readonly webhooks: readonly RecordedWebhook[]
}

/** The first recorded calls that a mock serves; further ones are unavailable. */
const maxMockCalls = 20_000
// Recorded calls named in the refusal of an unrecorded one.
const maxMockExamples = 5

export type RecordedCalls = Awaited<ReturnType<typeof readCalls>>

export async function readCalls(record: SessionRecord, sessionId: string, agentId: string) {
  const { requests, hooks } = await callsOf(record, sessionId, agentId)
  const readable = requests.filter(({ url }) => URL.canParse(url))
  const origins = originsOf(readable.filter(({ call }) => call.binding !== 'GRPC').map(({ url }) => url))
  const requested = readable.map((request) => {
    const body = bodyText(record, request)
    const signature = signatureOf(callToMatch(request, body, origins))
    return { request, signature, push: pushIn(operationIn(request, body)) }
  })
  const taskOf = ({ exchangeId }: Entry) => record.exchanges.row(exchangeId)?.taskId
  const causes = causesOf(requested, hooks, taskOf)
  const recorded = ({ request, signature, push }: (typeof requested)[number]): RecordedCall => ({
    exchangeId: request.exchangeId,
    startedMonoMs: request.monoMs,
    rpcId: signature.rpcId,
    request: { call: request.call, method: request.method, url: request.url },
    push,
    webhooks: causes.get(request.exchangeId) ?? [],
  })

  const existing = new Map<
    string,
    { readonly words: string; readonly calls: RecordedCall[]; registered: number }
  >()
  for (const each of requested) {
    const { key, words } = each.signature
    const same = existing.get(key) ?? { words, calls: [], registered: 0 }
    existing.set(key, same)
    same.calls.push(recorded(each))
  }
  const card = requested.findLast(
    ({ request }) => request.call.purpose === 'card' && hasCard(record, request.exchangeId),
  )
  if (card === undefined) {
    throw new Fault(
      'unsupported',
      'The card of this agent wasn’t read in this recording, so it couldn’t be found.',
    )
  }
  return {
    count: requested.length,
    webhookCount: [...causes.values()].reduce((sum, { length }) => sum + length, 0),
    origins,
    /** Of operations, to find the interfaces in use. */
    spoken: readable
      .filter(({ call }) => call.purpose !== 'card')
      .map(({ url, call }) => ({ url, binding: call.binding })),
    /** The exchange with the card. */
    card: recorded(card),
    next(call: CallToMatch): RecordedCall | undefined {
      const same = existing.get(signatureOf(call).key)
      if (same === undefined) return undefined
      const next = same.calls[Math.min(same.registered, same.calls.length - 1)]
      same.registered += 1
      return next
    },
    /** Recorded calls, as a hint after an unrecorded one. */
    examples: (): readonly string[] =>
      [...existing.values()]
        .map(({ words }) => words)
        .filter((words) => !words.startsWith('GET /.well-known/'))
        .slice(0, maxMockExamples),
  }
}

function callToMatch({ call, method, url }: RequestEntry, body: string, origins: Origins): CallToMatch {
  return call.binding === 'GRPC'
    ? { method, path: new URL(url).pathname, body, isGrpc: true }
    : { method, path: origins.pathOf(url), body }
}

async function callsOf(record: SessionRecord, sessionId: string, agentId: string) {
  const requests: RequestEntry[] = []
  const hooks: WebhookEntry[] = []
  const add = <E>(entries: E[], entry: E) => {
    if (entries.length < maxMockCalls) entries.push(entry)
  }
  record.flush()
  const filter = { sessionId, kinds: ['request', 'webhook'] as const }
  for await (const entry of allEntries((page) => record.read({ ...page, filter }))) {
    if (entry.kind === 'request' && entry.call.agentId === agentId) add(requests, entry)
    if (entry.kind === 'webhook' && entry.registration?.agentId === agentId && entry.method === 'POST')
      add(hooks, entry)
  }
  return { requests, hooks }
}

function bodyText(record: SessionRecord, { body, decoded = body }: RequestEntry): string {
  if (decoded === undefined) return ''
  return Buffer.from(wholeBody(record, decoded)).toString('utf8', 0, maxMockRequestBytes)
}

function hasCard(record: SessionRecord, exchangeId: string): boolean {
  const row = record.exchanges.row(exchangeId)
  return row?.state === 'done' && row.status === 200 && row.receivedBytes > 0
}

interface Origins {
  /** Where the mock serves this address. */
  pathOf(url: string): string
}

/** An agent may have several origins, a mock has one. The first retains its paths, the others get a prefix. */
function originsOf(urls: readonly string[]): Origins {
  const origins = [...new Set(urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : [])))]
  return {
    pathOf(url) {
      const { origin, pathname } = new URL(url)
      const place = Math.max(0, origins.indexOf(origin))
      return place === 0 ? pathname : `/origin-${place + 1}${pathname}`
    },
  }
}

export interface MockOptions {
  readonly record: SessionRecord
  readonly sessionId: string
  readonly calls: RecordedCalls
  readonly pace: MockPace
  readonly mask: Masking
  /** Webhook calls may go to other machines. */
  readonly anywhere: boolean
}

// The webhooks that callers of a mock registered, each in place of a recorded one. A mock sends nothing elsewhere, and
// to other machines only with the user's permission, as any caller could otherwise make it send requests anywhere.

export interface Registration {
  readonly recorded: PushConfig
  /** As registered by the caller of the mock. */
  readonly registered: PushConfig
}

/** The operation of a call, decoded like the recorded call of its kind. */
export function operationIn(
  like: Pick<RequestEntry, 'call' | 'method' | 'url'>,
  body: string,
): Operation | undefined {
  const { dialect } = like.call
  const call = wireCallOf(like, body)
  return dialect === undefined || call === undefined ? undefined : agentSideOf(dialect).decodeOperation(call)
}

export function pushIn(operation: Operation | undefined): PushConfig | undefined {
  switch (operation?.kind) {
    case 'send':
    case 'stream':
      return operation.options?.push
    case 'push-create':
      return operation.config
    default:
      return undefined
  }
}

/** Why nothing may be sent there; undefined if it may. */
export function whyNotSent({ url }: PushConfig, anywhere: boolean): string | undefined {
  const address = URL.parse(url)
  if (address === null || !/^https?:$/.test(address.protocol)) {
    return `This mock sends webhook calls over http or https, not to ${JSON.stringify(shorten(url))}.`
  }
  if (anywhere || isLoopback(address.hostname)) return undefined
  return `This mock sends webhook calls to this machine only, not to ${address.host}. Who serves it can allow other addresses.`
}

export function createRegistrations() {
  const registrations = new Map<string, Registration>()
  return {
    add(registration: Registration) {
      const key = webhookKey(registration.recorded.url)
      registrations.delete(key)
      registrations.set(key, registration)
      const oldest = registrations.keys().next()
      if (registrations.size > maxMockRegistrations && !oldest.done) registrations.delete(oldest.value)
    },
    /** In place of the recorded one with this path. */
    of: (path: string): Registration | undefined => registrations.get(webhookKey(path)),
    remove(configId: string) {
      for (const [key, { recorded, registered: pushConfig }] of registrations) {
        if (configId === recorded.id || configId === pushConfig.id) registrations.delete(key)
      }
    },
  }
}

/** Replaces the recorded configuration in a response by the caller's. */
export function repeatedAs({ recorded, registered: pushConfig }: Registration): (text: string) => string {
  const pairs = [
    [recorded.url, pushConfig.url],
    [recorded.id, pushConfig.id],
    [recorded.token, pushConfig.token],
    [recorded.authentication?.credentials, pushConfig.authentication?.credentials],
  ].flatMap(([before, now]) =>
    before === undefined || before === '' || now === undefined
      ? []
      : [[JSON.stringify(before), JSON.stringify(now)] as const],
  )
  return (text) => pairs.reduce((changed, [before, now]) => changed.replaceAll(before, () => now), text)
}
