// Who may talk to serve. Any web page can make a browser send requests to a loopback port, and a name of an attacker's can
// be made to resolve to 127.0.0.1, so every request and every upgrade must name our own host, come from our own pages and
// carry the session cookie. Everything else is refused before it is looked at further. Served on every address, Parley is
// reached through ports and addresses it does not know; a number cannot be made to resolve elsewhere, so numbers are let in.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Tokens } from './token.ts'

export type Refusal = 'foreign-host' | 'foreign-origin' | 'no-session'

export interface Guard {
  /** Host and Origin: asked of everything, the trade of the token included. */
  refuseForeign(request: IncomingMessage): Refusal | undefined
  /** The above, and the cookie. */
  refuse(request: IncomingMessage): Refusal | undefined
  /** An upgrade must name its Origin: browsers always do. */
  refuseUpgrade(request: IncomingMessage): Refusal | undefined
  sessionCookie(session: string): string
}

export function createGuard(host: string, port: number, tokens: Tokens): Guard {
  const hosts = new Set(['127.0.0.1', 'localhost', host].map((each) => authority(each, port)))
  const isOurs = (named: string) => hosts.has(named) || (isEveryAddress(host) && isNumberOrLocal(named))
  // Cookies do not tell ports apart: the name must, or two Parleys on one machine would log each other out.
  const cookieName = `parley-${port}`

  function refuseForeign({ headers }: IncomingMessage): Refusal | undefined {
    if (!headers.host || !isOurs(headers.host)) return 'foreign-host'
    if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return 'foreign-origin'
    return undefined
  }

  function refuse(request: IncomingMessage): Refusal | undefined {
    const foreign = refuseForeign(request)
    if (foreign) return foreign
    const session = readCookie(request.headers.cookie ?? '', cookieName)
    return session !== undefined && tokens.isSession(session) ? undefined : 'no-session'
  }

  return {
    refuseForeign,
    refuse,
    refuseUpgrade: (request) => (request.headers.origin === undefined ? 'foreign-origin' : refuse(request)),
    sessionCookie: (session) => `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`,
  }
}

export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

export function authority(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}

function isNumberOrLocal(named: string): boolean {
  const host = named.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isIP(host) !== 0
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}
