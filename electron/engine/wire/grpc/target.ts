// Where a gRPC interface is. 1.0 wants `host:port`, but cards also say `https://…`, `grpc://…` and `dns:///…`.

export interface GrpcTarget {
  /** `host:port`, as the request shows it. */
  readonly authority: string
  readonly secure: boolean
}

const secureSchemes = new Set(['https', 'grpcs'])
const plainSchemes = new Set(['http', 'grpc'])

/** Undefined for what is no address. Without a scheme TLS is assumed, except for this very machine. */
export function grpcTarget(url: string): GrpcTarget | undefined {
  const [, scheme, rest = ''] = /^(?:(\w+):\/\/\/?)?([^/?#\s]+)[^\s]*$/.exec(url) ?? []
  if (rest === '' || !URL.canParse(`http://${rest}`)) return undefined
  const { hostname, port } = new URL(`http://${rest}`)
  const known =
    scheme === undefined || scheme === 'dns' || secureSchemes.has(scheme) || plainSchemes.has(scheme)
  if (!known) return undefined
  const secure = scheme === undefined || scheme === 'dns' ? !isLoopback(hostname) : secureSchemes.has(scheme)
  return { authority: `${hostname}:${port === '' ? portOf(rest, secure) : port}`, secure }
}

/** `new URL` drops :80, which is then the port meant. */
function portOf(rest: string, secure: boolean): string {
  if (rest.endsWith(':80')) return '80'
  return secure ? '443' : '80'
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
