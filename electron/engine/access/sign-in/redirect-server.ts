// The redirect address (RFC 8252 §7.3): a server on 127.0.0.1 for one response, at a random port and path. It accepts
// the response with our state, once; all else is refused and reported. Its pages use no outside resources.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { boundConnections } from '../../platform/bound-connections.ts'
import type { Clock } from '../../platform/clock.ts'
import { guarded } from '../../platform/guarded.ts'
import { listen } from '../../platform/net.ts'
import { SignInProblem } from './problem.ts'

/** For the user to be done in the browser; the sign-in then ends and reports it. */
const maxRedirectWaitMs = 5 * 60_000
/** Refused calls to a redirect address that are listed; later ones are refused, too. */
const maxRefusedCalls = 10

export type RedirectServer = Awaited<ReturnType<typeof openRedirectServer>>

export interface RedirectOptions {
  readonly state: string
  readonly clock: Clock
  /** As registered at the server: its path, and its port if it has one. */
  readonly redirectUri?: string | undefined
  onRefused(sentence: string): void
}

const refusals = {
  host: 'Rejected a request with an unexpected Host header.',
  state: 'Rejected a response with the wrong state.',
  second: 'Rejected a second response.',
  pasted: 'Rejected an address with the wrong state.',
} as const

export async function openRedirectServer(options: RedirectOptions) {
  const { state, redirectUri, onRefused, clock } = options
  const redirectUrl = new URL(redirectUri ?? `http://127.0.0.1/${randomBytes(16).toString('base64url')}`)
  const answered = Promise.withResolvers<URL>()
  // A rejection before anything awaits it is not an error.
  answered.promise.catch(() => undefined)
  const server = createServer({ maxHeaderSize: 32 * 1024 })
  boundConnections(server)
  let isTaken = false
  let refused = 0

  const refuse = (response: ServerResponse | undefined, sentence: string) => {
    refused += 1
    if (refused <= maxRefusedCalls) onRefused(sentence)
    if (response !== undefined) page(response, 400, 'Refused', 'Unexpected response.')
  }
  const take = (url: URL) => {
    isTaken = true
    answered.resolve(url)
  }
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? '', redirectUrl.origin)
    if (request.headers.host !== redirectUrl.host) return refuse(response, refusals.host)
    if (request.method !== 'GET' || url?.pathname !== redirectUrl.pathname) {
      return page(response, 404, 'Not found', 'There is nothing here.')
    }
    if (isTaken) return refuse(response, refusals.second)
    if (!hasState(url, state)) return refuse(response, refusals.state)
    take(url)
    if (url.searchParams.has('error'))
      page(response, 200, 'Not signed in', 'Parley shows what the server said.')
    else page(response, 200, 'Back to Parley', 'The answer has arrived. You can close this tab.')
  }
  server.on(
    'request',
    guarded('sign-in answer', receive, (_error, [, response]) => response.destroy()),
  )

  const { port } = await listen(server, { host: '127.0.0.1', port: Number(redirectUrl.port) }).catch(() => {
    throw new SignInProblem(
      `The redirect address ${redirectUrl.origin} can’t be used: another program has its port.`,
    )
  })
  redirectUrl.port = String(port)

  const close = (problem = new SignInProblem('Canceled.')) => {
    timer.end()
    answered.reject(problem)
    server.close()
    server.closeIdleConnections()
  }
  const expire = () => close(new SignInProblem('The browser didn’t respond within 5 minutes.'))
  const timer = clock.after(maxRedirectWaitMs, guarded('sign-in wait', expire)).unref()

  return {
    redirectUri: redirectUrl.href,
    /** Resolves with the address that has our state, from the browser or `finish`; rejects on the time-out and on close. */
    answer: answered.promise,
    /** The address that the browser ended at, if it could not connect here. */
    finish(address: string): void {
      const url = URL.parse(address)
      if (url === null || url.origin !== redirectUrl.origin || url.pathname !== redirectUrl.pathname) {
        throw new SignInProblem(
          `That address does not begin with ${redirectUrl.href}, where the browser should have ended.`,
        )
      }
      if (!hasState(url, state)) {
        refuse(undefined, refusals.pasted)
        throw new SignInProblem('That address is not from this sign-in. Open the sign-in page again.')
      }
      if (!isTaken) take(url)
    },
    close: (): void => close(),
  }
}

function hasState(url: URL, state: string): boolean {
  const states = url.searchParams.getAll('state')
  return states.length === 1 && states[0] === state
}

function page(response: ServerResponse, status: number, title: string, sentence: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  })
  response.end(
    `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>${title}</title>` +
      `<body style="font:16px system-ui;margin:20vh auto;max-width:30em;padding:0 1em"><h1>${title}</h1><p>${sentence}</p>`,
  )
}
