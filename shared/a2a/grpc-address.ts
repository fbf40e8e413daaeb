// Parses the address of a gRPC interface. 1.0 requires `host:port`, but cards also contain `https://…`, `grpc://…` and gRPC's
// own schemes: `dns:`, `ipv4:` and `ipv6:` are hosts of the network, the others are refused. gRPC would open a file or a socket
// of this machine for some of them, which an agent must not decide.

import { maxUrl } from './rules/formats.ts'

export type GrpcAddress =
  | {
      readonly kind: 'host'
      /** The spelling before the host; undefined where it does not state whether TLS is used. */
      readonly scheme: 'http' | 'https' | undefined
      /** `host` or `host:port`, as written. */
      readonly place: string
      readonly path: string
    }
  | { readonly kind: 'refused'; readonly why: string }

const formPattern =
  /^(?:(http|grpc)(s)?:\/\/\/?|(dns|ipv4|ipv6):(?:\/\/\/)?)?([^/?#\s,]*[^/?#\s,:])([/?#]\S*)?$/i
/** gRPC reads these as its own schemes, even if a port follows. */
const resolverPattern = /^(unix|unix-abstract|vsock|xds|passthrough|dns|ipv4|ipv6):/i

export function grpcAddress(url: string): GrpcAddress {
  if (url.length > maxUrl) return notOne
  const [, web, secure, resolver, place = '', path = ''] = formPattern.exec(url) ?? []
  if (place === '' || (web === undefined && resolver === undefined && resolverPattern.test(place))) {
    return refused(url)
  }
  if (!hostPatterns[resolver?.toLowerCase() ?? '']?.test(place)) return notOne
  const scheme = web === undefined ? undefined : secure === undefined ? 'http' : 'https'
  return { kind: 'host', scheme, place, path }
}

const hostPatterns: Readonly<Record<string, RegExp>> = {
  '': /./,
  dns: /./,
  ipv4: /^\d+(\.\d+){3}(:\d+)?$/,
  ipv6: /^\[[\da-f:.]+\](:\d+)?$/i,
}

const notOne: GrpcAddress = { kind: 'refused', why: 'isn’t a gRPC address. One looks like host:port' }

function refused(url: string): GrpcAddress {
  const [, resolver = ''] = resolverPattern.exec(url) ?? []
  if (/^(unix|vsock)/i.test(resolver)) {
    return {
      kind: 'refused',
      why: 'names a socket of this machine. Parley connects to gRPC agents over the network only, at host:port',
    }
  }
  if (resolver === '') return notOne
  return {
    kind: 'refused',
    why: `needs gRPC’s “${resolver}” resolver in a form that Parley doesn’t support. Use host:port`,
  }
}
