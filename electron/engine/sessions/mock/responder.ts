// The response of a mock to a call over either transport: the recorded exchange, followed by its webhook calls, or a
// sentence that explains the refusal.

import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import type { MockPace } from '#shared/contract/mock-agents.ts'
import { allEntries } from '#shared/record/all-entries.ts'
import type { Entry, RawHeaders } from '#shared/record/entry.ts'
import { waitMs } from '#shared/replay/clock.ts'
import { guarded } from '../../platform/guarded.ts'
import type { SessionRecord } from '../../store/record.ts'
import { wholeBody } from '../../store/whole-body.ts'
import { type CallToMatch, type RecordedWebhook, signatureOf } from './call-signature.ts'
import { cardChange, type MockPlace } from './mock-card.ts'
import {
  createRegistrations,
  type MockOptions,
  operationIn,
  pushIn,
  type RecordedCall,
  type Registration,
  repeatedAs,
  whyNotSent,
} from './recorded-calls.ts'
import { type GrpcVisit, respondOverGrpc } from './respond-grpc.ts'
import { type HttpVisit, idChange, refuse, respondOverHttp } from './respond-http.ts'

/** Webhook calls of a mock that wait for one receiver; further ones are not sent. */
const maxWaitingHooks = 1_000
/** For a receiver to take a mock's webhook call; the next one is then sent. */
const maxHookMs = 10_000

const tokenHeader = /^x-a2a-notification-token$/i

const cardPaths = ['/.well-known/agent-card.json', '/.well-known/agent.json']
const unsupportedOperation = -32004
/** Calls to a mock whose webhook calls are played at once; further ones get only their response. */
const maxFollowedCalls = 200

export function createResponder(options: MockOptions, closing: AbortSignal) {
  const { calls, mask, record, anywhere } = options
  const registrations = createRegistrations()
  const webhooks = createWebhookPost(options, closing)
  let followed = 0

  const neverRecorded = (words: string): string => {
    const examples = calls.examples().map(mask.text)
    const others = examples.length === 0 ? '' : ` It has: ${examples.join(', ')}.`
    return `This call was not recorded, so this mock cannot answer it: ${words}.${others}`
  }
  /** Replaces the recorded webhook by the caller's. Returns the change to the response, or the reason of a refusal. */
  const register = (
    call: RecordedCall,
    body: string,
    isForeignPage: boolean,
  ): { readonly change: (text: string) => string } | { readonly refusal: string } => {
    const operation = operationIn(call.request, body)
    if (operation?.kind === 'push-delete') registrations.remove(operation.configId)
    const [pushConfig, recorded] = [pushIn(operation), call.push]
    if (pushConfig === undefined || recorded === undefined) return { change: unchanged }
    const refusal = isForeignPage
      ? 'A page from elsewhere registers no webhook here.'
      : whyNotSent(pushConfig, anywhere)
    if (refusal !== undefined) return { refusal }
    registrations.add({ recorded, registered: pushConfig })
    return { change: repeatedAs({ recorded, registered: pushConfig }) }
  }
  const sent = (webhook: RecordedWebhook): void => {
    const registration = registrations.of(webhook.path)
    if (registration !== undefined) webhooks.send(webhook, registration)
  }
  const follow = async (
    call: RecordedCall,
    answer: Pick<Parameters<typeof liveThrough>[0], 'send' | 'cut' | 'gone'>,
  ): Promise<void> => {
    const mayFollow = followed < maxFollowedCalls
    followed += 1
    try {
      await liveThrough({
        ...options,
        ...answer,
        call: mayFollow ? call : { ...call, webhooks: [] },
        closing,
        sent,
      })
    } finally {
      followed -= 1
    }
  }

  return {
    async overHttp(
      { method, target, body, isForeignPage, response }: HttpVisit,
      place: MockPlace,
    ): Promise<void> {
      const path = target.split('?', 1)[0] ?? '/'
      const request: CallToMatch = { method, path, body }
      const { rpcId, words } = signatureOf(request)
      const isCard = method === 'GET' && cardPaths.includes(path)
      const call = calls.next(request) ?? (isCard ? calls.card : undefined)
      const refused = (message: string, status: number) => {
        if (rpcId === undefined) return refuse(response, status, message)
        const error = JSON.stringify({ code: unsupportedOperation, message })
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(`{"jsonrpc":"2.0","id":${rpcId},"error":${error}}`)
      }
      if (call === undefined) return refused(neverRecorded(words), 404)
      const registered = register(call, body, isForeignPage)
      if ('refusal' in registered) return refused(registered.refusal, 400)
      const withId = idChange(call.rpcId, rpcId)
      const withCard = cardChange(call, calls, place)
      const change = (text: string) => withId(registered.change(withCard(text)))
      const gone = goneWith(response)
      await follow(call, { ...respondOverHttp({ record, mask }, response, { change, gone }), gone })
    },

    overGrpc({ path, body, method, stream }: GrpcVisit, place: MockPlace): void {
      const request: CallToMatch = { method: 'POST', path, body, isGrpc: true }
      const call = calls.next(request)
      const refused = (code: number, details: string) => void stream.emit('error', { code, details })
      if (call === undefined) {
        refused(status.UNIMPLEMENTED, neverRecorded(signatureOf(request).words))
        return
      }
      const registered = register(call, body, false)
      if ('refusal' in registered) {
        refused(status.INVALID_ARGUMENT, registered.refusal)
        return
      }
      const withCard = cardChange(call, calls, place)
      const change = (text: string) => registered.change(withCard(text))
      const hasMessages = (record.exchanges.row(call.exchangeId)?.frames ?? 0) > 0
      const gone = goneWith(stream)
      const answer = respondOverGrpc({ record, mask }, { stream, method }, { change, hasMessages, gone })
      follow(call, { ...answer, gone }).catch(() => answer.cut())
    },
  }
}

const unchanged = (text: string) => text

function goneWith(stream: {
  once(event: 'close' | 'cancelled', listener: () => void): unknown
}): AbortSignal {
  const gone = new AbortController()
  const leave = guarded('mock caller gone', () => gone.abort())
  stream.once('close', leave)
  stream.once('cancelled', leave)
  return gone.signal
}

// Replays the entries of an exchange at the requested pace; webhook calls are reported where they were recorded,
// between entries or after the last. A response without a caller stops, but its webhook calls continue.

interface LiveThrough {
  readonly record: SessionRecord
  readonly sessionId: string
  readonly call: RecordedCall
  readonly pace: MockPace
  readonly gone: AbortSignal
  readonly closing: AbortSignal
  /** False after the end of the response. */
  send(entry: Entry): Promise<boolean>
  /** The session ended during the call. */
  cut(): void
  sent(webhook: RecordedWebhook): void
}

async function liveThrough(options: LiveThrough): Promise<void> {
  const { record, sessionId, call, pace, gone, closing, send, cut, sent } = options
  const webhooks = [...call.webhooks]
  const silenced = AbortSignal.any([gone, closing])
  let lastMonoMs = call.startedMonoMs

  const waitUntil = async (monoMs: number, signal: AbortSignal): Promise<void> => {
    const wait =
      pace === 'at-once' ? 0 : waitMs(monoMs - lastMonoMs, { speed: 1, shorten: pace === 'shortened' })
    lastMonoMs = monoMs
    if (wait > 1) await sleep(wait, undefined, { signal }).catch(() => undefined)
  }
  const sendBefore = async (seq: number): Promise<void> => {
    for (let next = webhooks[0]; next !== undefined && next.seq < seq; next = webhooks[0]) {
      webhooks.shift()
      await waitUntil(next.monoMs, closing)
      if (!closing.aborted) sent(next)
    }
  }
  const answer = async (): Promise<void> => {
    const filter = { sessionId, exchangeId: call.exchangeId }
    for await (const entry of allEntries((page) => record.read({ ...page, filter }))) {
      await sendBefore(entry.seq)
      await waitUntil(entry.monoMs, silenced)
      if (silenced.aborted || !(await send(entry))) return
    }
    if (!silenced.aborted) cut()
  }

  await answer()
  await sendBefore(Number.POSITIVE_INFINITY)
}

// Sends recorded webhook calls, in order for each address: the same body, with the token and credentials of the
// registered configuration. Responses are ignored, and redirects not followed.

function createWebhookPost({ record, mask }: Pick<MockOptions, 'record' | 'mask'>, closing: AbortSignal) {
  const queues = new Map<string, { waiting: number; last: Promise<void> }>()

  async function post(webhook: RecordedWebhook, registration: Registration): Promise<void> {
    if (closing.aborted) return
    try {
      const bytes =
        webhook.body === undefined ? Buffer.alloc(0) : Buffer.from(wholeBody(record, webhook.body))
      const body = repeatedAs(registration)(mask.bytes(bytes).toString('utf8'))
      const response = await fetch(registration.registered.url, {
        method: 'POST',
        headers: headersFor(webhook, registration),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing, AbortSignal.timeout(maxHookMs)]),
      })
      await response.body?.cancel()
    } catch {
      // No receiver, or the recorded body is gone: the call is lost, as with the agent.
    }
  }

  return {
    send(webhook: RecordedWebhook, registration: Registration) {
      const { url } = registration.registered
      const queue = queues.get(url) ?? { waiting: 0, last: Promise.resolve() }
      if (queue.waiting >= maxWaitingHooks) return
      queues.set(url, queue)
      queue.waiting += 1
      queue.last = queue.last.then(async () => {
        await post(webhook, registration)
        queue.waiting -= 1
        if (queue.waiting === 0) queues.delete(url)
      })
    },
  }
}

/** An agent that omitted a requested credential omits it again. */
function headersFor(
  { headers }: RecordedWebhook,
  { recorded, registered: pushConfig }: Registration,
): Record<string, string> {
  const shown = (name: RegExp) => headers.some(([each]) => name.test(each))
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? 'application/json'
  const { token, authentication } = pushConfig
  const showsToken = recorded.token === undefined || shown(tokenHeader)
  const showsCredentials = recorded.authentication?.credentials === undefined || shown(/^authorization$/i)
  return {
    ...replayableHeaders(headers),
    'Content-Type': type,
    ...(token !== undefined && showsToken && { 'X-A2A-Notification-Token': token }),
    ...(authentication?.credentials !== undefined &&
      showsCredentials && { Authorization: `${authentication.scheme} ${authentication.credentials}` }),
  }
}

/** Headers about the call, not about its connection or the sender's secrets. */
function replayableHeaders(headers: RawHeaders): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => /^(a2a-|x-a2a-(?!notification-token))/i.test(name)))
}
