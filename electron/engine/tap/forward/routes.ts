// Routes of a tap: only to origins of the agent, each at a separate path below the tap's address. The agent's main
// origin has its paths unchanged, so that a client with the tap's address finds the card at the usual path.

import type { DialectId } from '#shared/a2a/dialect.ts'
import { leadsNear } from '#shared/a2a/rules/card/hosts.ts'
import { isLoopback } from '../../platform/net.ts'
import { ownAddresses } from '../../receiver/addresses.ts'
import { createGrpcRoutes, type GrpcPlace, grpcOriginOf } from './grpc/grpc-routes.ts'

export interface TapTarget {
  readonly origin: string
  /** With its query, unchanged. */
  readonly path: string
}

export interface TapRoutes {
  readonly origins: readonly string[]
  /** Undefined without a route. */
  targetOf(requestTarget: string): TapTarget | undefined
  /** The target of a gRPC call, by its service. */
  grpcTargetOf(path: string): TapTarget | undefined
  /** The tap's address for this URL, as the caller reaches it; undefined if the tap does not serve it. */
  tappedUrl(url: string, to?: TappedFor): string | undefined
  /** The error response for a request without a route. */
  whyNot(requestTarget: string): { readonly status: number; readonly message: string }
}

interface TappedFor {
  readonly isGrpc?: boolean
  /** The host that the caller reached the tap by. */
  readonly host?: string | undefined
}

/** The dialect of an address in the card. */
export interface SpokenAt {
  readonly url: string
  readonly dialect: DialectId
}

/** Origins that one tap forwards to; interfaces at others stay unchanged, and are listed. */
const maxTapOrigins = 20

export function createRoutes(
  { urls, grpc }: { readonly urls: readonly string[]; readonly grpc: readonly GrpcPlace[] },
  tapAddress: () => string,
): TapRoutes {
  const origins = [...new Set(urls.flatMap((url) => httpOriginOf(url) ?? []))].slice(0, maxTapOrigins)
  const overGrpc = createGrpcRoutes(grpc)
  return {
    origins: [...origins, ...overGrpc.origins.filter((origin) => !origins.includes(origin))],
    grpcTargetOf: overGrpc.targetOf,
    targetOf(requestTarget) {
      if (!requestTarget.startsWith('/')) return undefined
      const [, place, rest] = /^\/tap-origin-(\d+)(?=[/?]|$)(.*)$/.exec(requestTarget) ?? []
      const origin = origins[place === undefined ? 0 : Number(place) - 1]
      if (origin === undefined) return undefined
      const path = rest ?? requestTarget
      return { origin, path: path.startsWith('/') ? path : `/${path}` }
    },
    tappedUrl(url, { isGrpc = false, host } = {}) {
      const at = host === undefined ? tapAddress() : `http://${host}`
      if (isGrpc) return overGrpc.tappedAddress(url, at)
      const origin = httpOriginOf(url)
      const place = origin === undefined ? -1 : origins.indexOf(origin)
      if (place === -1) return undefined
      const rest = url.replace(/^[^:]+:\/\/[^/?#]*/, '')
      return `${at}${place === 0 ? '' : `/tap-origin-${place + 1}`}${rest}`
    },
    whyNot: (requestTarget) => ({
      status: 421,
      message: `This tap doesn’t forward to ${requestTarget}, only to the origins of its agent.`,
    }),
  }
}

export function httpOriginOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}

/** A remote card must not lead callers of the tap to addresses near it. */
export function isBarred(url: string, isGrpc: boolean, cardUrl: string): boolean {
  const origin = isGrpc ? grpcOriginOf(url) : httpOriginOf(url)
  return origin !== undefined && leadsNear(new URL(origin).hostname, URL.parse(cardUrl)?.hostname)
}

/** Whether a tap of this Parley listens at this address and port; `hosts` has the hosts by port. */
export function isOwnPlace(
  address: string | undefined,
  port: number | undefined,
  hosts: ReadonlyMap<number, string>,
): boolean {
  const host = port === undefined ? undefined : hosts.get(port)
  if (address === undefined || host === undefined) return false
  const plain = plainAddress(address)
  if (isLoopback(plain) || isEveryAddress(plain)) return true
  return !isLoopback(host) && ownAddresses().some((own) => own.address === plain)
}

export function isHere(address: string): boolean {
  const plain = plainAddress(address)
  return isLoopback(plain) || isEveryAddress(plain) || ownAddresses().some((own) => own.address === plain)
}

/** Without brackets; an IPv4-mapped address as IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/i, '').replace(/^\[(.*)\]$/, '$1')
}

export function isEveryAddress(host: string): boolean {
  return /^(0\.0\.0\.0|::)$/.test(host)
}

// Routes of a forward proxy: to the origin in each request (RFC 9112 §3.2.2). The proxy serves nothing itself.

export function createProxyRoutes(): TapRoutes {
  return {
    origins: [],
    targetOf: originIn,
    grpcTargetOf: () => undefined,
    tappedUrl: () => undefined,
    whyNot: (requestTarget) => ({ status: 400, message: whyNot(requestTarget) }),
  }
}

/** Of a request target in absolute form; undefined for others. */
function originIn(requestTarget: string): TapTarget | undefined {
  const [, scheme = '', authority = '', path = ''] =
    /^(https?):\/\/([^/?#@\\]+)([^#]*)$/i.exec(requestTarget) ?? []
  const origin = URL.parse(`${scheme}://${authority}`)?.origin
  if (authority === '' || origin === undefined) return undefined
  return { origin, path: path.startsWith('/') ? path : `/${path}` }
}

/** A host and port as in CONNECT; undefined for anything else. */
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
