// Checks Host and Origin of requests. Any web page can make a browser send requests to a loopback port, and an
// attacker's name can resolve to 127.0.0.1, so every request and upgrade must name our host, and those that do more
// than read the built page must be sent by our pages. Who may open a socket is decided in `server.ts`. Served on every
// address, Parley is reached through ports and addresses unknown to it; a numeric address can't be rebound, so
// numbers are accepted.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

export type Refusal = 'foreign-host' | 'foreign-origin'

export function createGuard(host: string, port: number) {
  const hosts = new Set(['127.0.0.1', 'localhost', host].map((each) => authority(each, port)))
  const isOurs = (named: string) => hosts.has(named) || (isEveryAddress(host) && isNumberOrLocal(named))

  function refuseForeign({ headers }: IncomingMessage): Refusal | undefined {
    if (!headers.host || !isOurs(headers.host)) return 'foreign-host'
    if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return 'foreign-origin'
    return undefined
  }

  return {
    /** Host and Origin, for every request. */
    refuseForeign,
    /** The same for requests of our pages alone, which have an Origin. */
    refuseOutsider: (request: IncomingMessage): Refusal | undefined =>
      request.headers.origin === undefined ? 'foreign-origin' : refuseForeign(request),
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
