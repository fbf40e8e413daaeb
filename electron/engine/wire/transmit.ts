// Sends one request and sees it through: redirects, answer, end, failure, abort. Whatever happens, the exchange ends in
// the record with exactly one `end` or `failure`, and the promise resolves; it never rejects.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { guarded } from '../guarded.ts'
import { type Answered, type AnswerReader, type AnswerTaker, openAnswer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { brokenInside, type WireFailure } from './failure.ts'
import { type HttpCall, type HttpClient, type HttpRequest, wireHeaders } from './http.ts'
import type { ConnectionProfile } from './profile.ts'
import { redirectStep } from './redirect.ts'

export interface Transmission {
  /** Opened within the call: a profile may be one that nothing can be opened with. */
  openClient(): HttpClient
  readonly exchange: Exchange
  readonly profile: ConnectionProfile
  readonly request: HttpRequest
  readonly credentialNames: ReadonlySet<string>
  readonly secretBody: boolean
  readonly taskId?: string
  readonly streaming: boolean
  readonly reader: AnswerReader
  readonly signal?: AbortSignal
}

export function transmit(transmission: Transmission): Promise<Answered> {
  const { exchange, profile, signal } = transmission
  return new Promise((resolve) => {
    let current: HttpCall | undefined
    const done = (answered: Answered) => {
      signal?.removeEventListener('abort', abort)
      afterRelease().then(() => resolve(answered))
    }
    const failBare = (failure: WireFailure) => {
      try {
        exchange.fail(
          failure,
          failure.notUnderstood === undefined ? undefined : { leftover: Buffer.from(failure.notUnderstood) },
        )
      } finally {
        done({ kind: 'failure', failure, items: 0 })
      }
    }
    const breakOff = (error: unknown) => {
      current?.stop(brokenInside(error))
      failBare(brokenInside(error))
    }
    const abort = guarded('abort', () => current?.stop(aborted), breakOff)

    const send = (client: HttpClient, request: HttpRequest, hops: number, sinceMs: number) => {
      let answer: AnswerTaker | undefined
      let next: (() => void) | undefined
      let redirectBytes = 0
      const call = client.send(
        request,
        {
          onHead(head) {
            const step = redirectStep(request, head, {
              ...transmission,
              hops,
              maxRedirects: profile.maxRedirects,
            })
            if (step.kind === 'follow') {
              exchange.redirect({
                status: head.status,
                headers: head.headers,
                from: request.url,
                to: step.request.url,
                method: step.request.method,
                credentialsDropped: step.credentialsDropped,
              })
              const follow = guarded(
                'redirect',
                () => send(client, step.request, hops + 1, sinceMs),
                breakOff,
              )
              next = () => void afterRelease().then(follow)
              return redirectBodyMs
            }
            answer = openAnswer(head, {
              ...transmission,
              url: request.url,
              stop: (failure) => call.stop(failure),
              done,
            })
            if (step.kind === 'refuse') {
              call.stop(step.failure)
              return undefined
            }
            return answer.isStream ? profile.streamIdleTimeoutMs : profile.idleTimeoutMs
          },
          onChunk(bytes, flow) {
            if (next === undefined) return answer?.chunk(bytes, flow)
            redirectBytes += bytes.length
            if (redirectBytes > redirectBodyBytes) call.stop(aborted)
          },
          onEnd(end) {
            if (next !== undefined) return next()
            answer?.end(end)
          },
          onFailure(failure) {
            // The body of a redirect is of no interest, but the user's abort still is.
            if (next !== undefined && !signal?.aborted) return next()
            if (answer === undefined) failBare(failure)
            else answer.fail(failure)
          },
        },
        sinceMs,
      )
      current = call
      if (signal?.aborted) abort()
    }

    const begin = () => {
      const { request } = transmission
      const unusable = unusableUrl(request.url) ?? unusableProxy(profile.proxyUrl)
      const { monoMs } = exchange.request(
        request,
        unusable === undefined ? wireHeaders(request, profile) : request.headers,
        transmission.taskId === undefined ? {} : { taskId: transmission.taskId },
      )
      if (unusable !== undefined) return failBare(unusable)
      signal?.addEventListener('abort', abort)
      send(transmission.openClient(), request, 0, monoMs)
    }
    guarded('HTTP call', begin, breakOff)()
  })
}

/** undici gives a connection back in the turn after its last byte; a request made sooner would open another. */
async function afterRelease(): Promise<void> {
  await undefined
  await nextTurn()
}

const redirectBodyMs = 2_000
const redirectBodyBytes = 64 * 1024

export const aborted: WireFailure = {
  failure: 'aborted',
  message: 'You ended this exchange. What had arrived is kept.',
}

function unusableUrl(url: string): WireFailure | undefined {
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
