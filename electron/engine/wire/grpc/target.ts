// Where a gRPC interface is, in the one form that is handed to gRPC: a host of the network and its port.

import { grpcAddress } from '#shared/a2a/grpc-address.ts'
import { isLoopback } from '../../platform/net.ts'

export interface GrpcTarget {
  /** `host:port`, as the request shows it. */
  readonly authority: string
  readonly secure: boolean
}

/** Undefined for what is no address. Without a scheme TLS is assumed, except for this very machine. */
export function grpcTarget(url: string): GrpcTarget | undefined {
  const address = grpcAddress(url)
  if (address.kind === 'refused' || !URL.canParse(`http://${address.place}`)) return undefined
  const { scheme, place } = address
  const { hostname, port } = new URL(`http://${place}`)
  const secure = scheme === undefined ? !isLoopback(hostname) : scheme === 'https'
  return { authority: `${hostname}:${port === '' ? portOf(place, secure) : port}`, secure }
}

/** `new URL` drops :80, which is then the port meant. */
function portOf(place: string, secure: boolean): string {
  if (place.endsWith(':80')) return '80'
  return secure ? '443' : '80'
}
