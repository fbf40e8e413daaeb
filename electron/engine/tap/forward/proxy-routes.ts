// Where the requests to a forward proxy go: to the origin that each names itself (RFC 9112 §3.2.2), and nowhere else. Nothing is at an
// address of the proxy's own.

import type { TapRoutes, TapTarget } from './routes.ts'

export function createProxyRoutes(): TapRoutes {
  return {
    origins: [],
    targetOf: originIn,
    grpcTargetOf: () => undefined,
    tappedUrl: () => undefined,
    whyNot: (requestTarget) => ({ status: 400, message: whyNot(requestTarget) }),
  }
}

/** Of a request target in absolute form; undefined for any other. */
function originIn(requestTarget: string): TapTarget | undefined {
  const [, scheme = '', authority = '', path = ''] =
    /^(https?):\/\/([^/?#@\\]+)([^#]*)$/i.exec(requestTarget) ?? []
  const origin = URL.parse(`${scheme}://${authority}`)?.origin
  if (authority === '' || origin === undefined) return undefined
  return { origin, path: path.startsWith('/') ? path : `/${path}` }
}

/** A host and port, as CONNECT names them; undefined for anything else. */
export function tunnelPlace(
  requestTarget: string,
): { readonly hostname: string; readonly port: number } | undefined {
  const [, host = '', digits = ''] =
    /^([^\s/?#@:[\]\\]+|\[[0-9a-f:.]+\]):(\d{1,5})$/i.exec(requestTarget) ?? []
  const hostname = URL.parse(`http://${host}`)?.hostname
  const port = Number(digits)
  if (host === '' || hostname === undefined || port < 1 || port > 65_535) return undefined
  return { hostname, port }
}

function whyNot(requestTarget: string): string {
  if (/^https?:\/\/[^/?#]*@/i.test(requestTarget))
    return 'This address has a name or password in it, which a proxy doesn’t pass on. Send them in a header.'
  if (/^[a-z][a-z0-9+.-]*:/i.test(requestTarget))
    return 'This proxy forwards addresses that begin with http:// or https://.'
  return 'This is a forward proxy: it serves nothing itself. Set it as HTTP_PROXY, and call the agent’s own address.'
}
