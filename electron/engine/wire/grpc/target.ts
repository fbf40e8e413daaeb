import { grpcAddress } from '#shared/a2a/grpc-address.ts'
import { isLoopback } from '../../platform/net.ts'

export interface GrpcTarget {
  /** `host:port`, as in the request. */
  readonly authority: string
  readonly secure: boolean
}

/** Undefined for an invalid address. Without a scheme TLS is assumed, except for this machine. */
export function grpcTarget(url: string): GrpcTarget | undefined {
  const address = grpcAddress(url)
  if (address.kind === 'refused' || !URL.canParse(`http://${address.place}`)) return undefined
  const { scheme, place } = address
  const { hostname, port } = new URL(`http://${place}`)
  const secure = scheme === undefined ? !isLoopback(hostname) : scheme === 'https'
  return { authority: `${hostname}:${port === '' ? portOf(place, secure) : port}`, secure }
}

/** `new URL` drops :80, which here is explicit. */
function portOf(place: string, secure: boolean): string {
  if (place.endsWith(':80')) return '80'
  return secure ? '443' : '80'
}
