// Which requests serve looks at. Any web page can make a browser send requests to a loopback port, and a name of an attacker's can be
// made to resolve to 127.0.0.1, so every request and every upgrade must name our own host, and what does more than read the built
// page must come from our own pages. Who may open a socket is for `server.ts`. Served on every address, Parley is reached through
// ports and addresses it does not know; a number cannot be made to resolve elsewhere, so numbers are let in.

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
    /** Host and Origin: asked of everything. */
    refuseForeign,
    /** The same for what only our own pages do: browsers name their origin then. */
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
