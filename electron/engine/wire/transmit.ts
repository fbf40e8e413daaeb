// Sends one request and follows it to the end: redirects, response, end, failure, abort. The record of the exchange
// always ends with exactly one `end` or `failure`, and the promise never rejects.

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { CallFacts } from '#shared/record/entry.ts'
import type { Clock } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'
import { hasMark } from './address-secrets.ts'
import type { Exchange } from './exchange.ts'
import { aborted, brokenInside, idleClosed, type WireFailure } from './failure.ts'
import {
  type HttpCall,
  type HttpClient,
  type HttpRequest,
  type IdleClosed,
  type ResponseHead,
  wireHeaders,
} from './http.ts'
import { streamEndOf } from './item-reading.ts'
import type { ConnectionProfile } from './profile.ts'
import type { ItemReader } from './reading.ts'
import {
  type Crossing,
  type CrossingDecision,
  crossingOf,
  notFollowed,
  type RedirectStep,
  redirectStep,
} from './redirect.ts'
import { openResponse, type ResponseOutcome, type ResponseSink } from './response.ts'
import type { Flow } from './stream-pieces.ts'
import { limitTime, type TimeLimit } from './time-limit.ts'

export interface Transmission {
  /** Opened within the call, as a profile may be invalid. */
  openClient(): HttpClient
  readonly exchange: Exchange
  readonly clock: Clock
  readonly profile: ConnectionProfile
  readonly request: HttpRequest
  readonly credentialNames: ReadonlySet<string>
  readonly secretBody: boolean
  readonly call: CallFacts
  /** Requests the user's consent to redirect the request to another origin. */
  readonly confirm: (crossing: Crossing, signal: AbortSignal | undefined) => Promise<CrossingDecision>
  readonly taskId?: string
  readonly streaming: boolean
  readonly reader: ItemReader
  readonly signal?: AbortSignal
}

export function transmit(transmission: Transmission): Promise<ResponseOutcome> {
  return new Transmitter(transmission).begin()
}

class Transmitter {
  readonly #transmission: Transmission
  readonly #answered = Promise.withResolvers<ResponseOutcome>()
  #current: HttpCall | undefined
  #limit: TimeLimit | undefined

  constructor(transmission: Transmission) {
    this.#transmission = transmission
  }

  begin(): Promise<ResponseOutcome> {
    guarded('HTTP call', () => this.#begin(), this.#breakOff)()
    return this.#answered.promise
  }

  #begin() {
    const { request, profile, exchange, taskId, signal, openClient } = this.#transmission
    const unusable = unusableUrl(request.url) ?? unusableProxy(profile.proxyUrl)
    const headers = unusable === undefined ? wireHeaders(request, profile) : request.headers
    const { monoMs } = exchange.request(request, headers, taskId === undefined ? {} : { taskId })
    if (unusable !== undefined) return this.#failBare(unusable)
    signal?.addEventListener('abort', this.#abort)
    this.#beginLimit()
    this.#send(openClient(), { request, hops: 0, sinceMs: monoMs })
  }

  #send(client: HttpClient, hop: Hop) {
    const { exchange, profile, signal } = this.#transmission
    const { request, sinceMs, isSecond = false } = hop
    let sink: ResponseSink | undefined
    let next: (() => void) | undefined
    let redirectBytes = 0
    const call = client.send(
      request,
      {
        onHead: (head) => {
          const step = this.#stepOf(hop, head)
          const open = () => this.#openSink(head, request, call)
          if (step.kind === 'follow') {
            const goOn = () => this.#follow(client, hop, head, step)
            next = step.needsAnswer ? this.#askFirst(request, step.request.url, open, goOn) : goOn
            return maxRedirectBodyMs
          }
          sink = open()
          if (step.kind === 'refuse') {
            call.stop(step.failure)
            return undefined
          }
          return sink.isStream ? profile.streamIdleTimeoutMs : profile.idleTimeoutMs
        },
        onChunk(bytes, flow) {
          if (profile.readPauseMs !== undefined) readOnLater(flow, profile.readPauseMs)
          if (next === undefined) return sink?.chunk(bytes, flow)
          redirectBytes += bytes.length
          if (redirectBytes > maxRedirectBodyBytes) call.stop(aborted)
        },
        onEnd(end) {
          if (next !== undefined) return next()
          sink?.end(end)
        },
        onFailure: (failure, idle) => {
          // The body of a redirect does not matter, but an abort still does.
          if (next !== undefined && !signal?.aborted) return next()
          if (sink !== undefined) return sink.fail(failure)
          const final = isSecond ? failure : finalOf(failure, idle, this.#transmission.call, request)
          if (final !== undefined) return this.#failBare(final)
          exchange.note(sentAgain)
          this.#send(client, { ...hop, isSecond: true })
        },
      },
      sinceMs,
    )
    this.#current = call
    if (signal?.aborted) this.#abort()
  }

  #stepOf({ request, hops }: Hop, head: ResponseHead): RedirectStep {
    const { profile, call } = this.#transmission
    const limits = { hops, maxRedirects: profile.maxRedirects, purpose: call.purpose }
    return redirectStep(request, head, { ...this.#transmission, ...limits })
  }

  #openSink(head: ResponseHead, { url }: HttpRequest, call: HttpCall): ResponseSink {
    const stop = (failure: WireFailure) => call.stop(failure)
    const done = (outcome: ResponseOutcome) => this.#done(outcome)
    return openResponse(head, { ...this.#transmission, url, stop, done })
  }

  #follow(client: HttpClient, { request, hops, sinceMs }: Hop, head: ResponseHead, step: Follow) {
    this.#transmission.exchange.redirect({
      status: head.status,
      headers: head.headers,
      from: request.url,
      to: step.request.url,
      method: step.request.method,
      credentialsDropped: step.credentialsDropped,
    })
    const next = () => this.#send(client, { request: step.request, hops: hops + 1, sinceMs })
    void afterRelease().then(guarded('redirect', next, this.#breakOff))
  }

  /** Whether the request may cross to another origin. */
  #askFirst(request: HttpRequest, to: string, open: () => ResponseSink, goOn: () => void) {
    const { exchange, call, confirm, signal } = this.#transmission
    return guarded(
      'redirect question',
      async () => {
        const crossing = crossingOf(exchange.exchangeId, call, request, to)
        // The user's decision does not count as the agent's time.
        this.#limit?.end()
        const decision = await confirm(crossing, signal)
        if (signal?.aborted) return open().fail(aborted)
        if (decision !== 'follow') return open().fail(notFollowed(crossing, decision))
        this.#beginLimit()
        goOn()
      },
      this.#breakOff,
    )
  }

  #beginLimit() {
    const { profile, clock } = this.#transmission
    const { wholeTimeoutMs } = profile
    if (wholeTimeoutMs === undefined) return
    const expire = () => this.#current?.stop(tookTooLong(wholeTimeoutMs))
    this.#limit = limitTime('HTTP call timeout', clock, wholeTimeoutMs, { expire, giveUp: this.#breakOff })
  }

  #failBare(failure: WireFailure) {
    const { exchange, reader } = this.#transmission
    const { notUnderstood } = failure
    const extra = notUnderstood === undefined ? undefined : { leftover: Buffer.from(notUnderstood) }
    try {
      exchange.fail(failure, extra, reader.end(streamEndOf(failure), { failure }))
    } finally {
      this.#done({ kind: 'failure', failure, items: 0 })
    }
  }

  #done(outcome: ResponseOutcome) {
    this.#limit?.end()
    this.#transmission.signal?.removeEventListener('abort', this.#abort)
    afterRelease().then(() => this.#answered.resolve(outcome))
  }

  readonly #breakOff = (error: unknown) => {
    this.#current?.stop(brokenInside(error))
    this.#failBare(brokenInside(error))
  }

  readonly #abort = guarded('abort', () => this.#current?.stop(aborted), this.#breakOff)
}

/** One request of a chain of redirects. */
interface Hop {
  readonly request: HttpRequest
  readonly hops: number
  readonly sinceMs: number
  /** The retry after its connection had been closed. */
  readonly isSecond?: boolean
}

type Follow = Extract<RedirectStep, { readonly kind: 'follow' }>

const sentAgain =
  'The server had closed the idle connection that this request was sent over; it was sent once more over a new one, unchanged.'

/** Idempotent operations. */
const repeatable: ReadonlySet<OperationKind> = new Set([
  'get',
  'list',
  'cancel',
  'subscribe',
  'push-get',
  'push-list',
  'extended-card',
])
// Time from a request's head to a close by the server before the request arrived; if longer, the server has read it.
const maxUnreadMs = 100

/** The final failure; undefined if the request is retried. */
function finalOf(
  failure: WireFailure,
  idle: IdleClosed | undefined,
  { operation }: CallFacts,
  { method, url }: HttpRequest,
): WireFailure | undefined {
  if (idle === undefined || failure.failure !== 'reset') return failure
  const isRepeatable = method === 'GET' || method === 'HEAD' || (operation && repeatable.has(operation))
  return isRepeatable || idle.afterMs <= maxUnreadMs ? undefined : idleClosed(url, failure)
}

/** undici frees a connection in the turn after its last byte; a request before that would open another one. */
async function afterRelease(): Promise<void> {
  await undefined
  await nextTurn()
}

/** Time for the body of a redirect, which is not needed; what arrived is in the record. */
const maxRedirectBodyMs = 2_000
/** Of the body of a redirect; what arrived is on the wire. */
const maxRedirectBodyBytes = 64 * 1024

function tookTooLong(milliseconds: number): WireFailure {
  return {
    failure: 'idle-timeout',
    message: `Timed out: the response wasn’t complete after ${milliseconds / 1000} s. Partial response kept.`,
  }
}

function unusableUrl(url: string): WireFailure | undefined {
  if (hasMark(url)) {
    return {
      failure: 'address',
      message:
        'This address contains a secret that Parley no longer has: it was kept in memory only. Enter the address again.',
    }
  }
  if (!URL.canParse(url)) {
    return {
      failure: 'address',
      message: `${JSON.stringify(url)} is not a URL. An agent's address looks like https://host/path.`,
    }
  }
  const { protocol } = new URL(url)
  if (protocol === 'http:' || protocol === 'https:') return undefined
  return { failure: 'address', message: `Parley speaks http and https; ${protocol}// is neither.` }
}

function unusableProxy(url: string | undefined): WireFailure | undefined {
  if (url === undefined) return undefined
  try {
    const { username, password } = new URL(url)
    decodeURIComponent(username + password)
    return undefined
  } catch {
    return {
      failure: 'address',
      message: `The proxy ${JSON.stringify(url)} isn’t a usable address. Change it under Connection settings.`,
    }
  }
}

function readOnLater(flow: Flow, ms: number): void {
  flow.pause()
  void wait(ms).then(() => flow.resume())
}
