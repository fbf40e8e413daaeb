// The parts of an address as they are written: nothing is resolved, decoded or refused, for what agents and callers send need not be
// a URL.

export interface UrlParts {
  /** In small letters; empty where there is none, as in a path or in `host:port`. */
  readonly scheme: string
  /** With the user, as in `user@host:port`. */
  readonly authority: string
  /** Without the brackets of IPv6. */
  readonly host: string
  /** The one that is written, else the usual one of the scheme. */
  readonly port: number | undefined
  readonly path: string
  readonly query: string
}

const form =
  /^(?:([a-z][a-z0-9+.-]*):\/\/((?:[^@/?#]*@)?(\[[^\]/?#]*\]|[^:/?#]*)(?::(\d+))?[^/?#]*))?([^?#]*)(?:\?([^#]*))?/i
const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443, grpcs: 443 }

/** Without a scheme, a text begins with its path, or, as those of gRPC do, with its host. */
export function urlParts(text: string, begins: 'with path' | 'with host' = 'with path'): UrlParts {
  const isBare = begins === 'with host' && !text.includes('://')
  const [, written = '', authority = '', host = '', port, path = '', query = ''] =
    form.exec(isBare ? `bare://${text}` : text) ?? []
  const scheme = isBare ? '' : written.toLowerCase()
  return {
    ...{ scheme, authority, host: bareHost(host), path, query },
    port: port === undefined ? usualPorts[scheme] : Number(port),
  }
}

/** Of a URL that was parsed, which leaves out the usual one. */
export function portOf({ port, protocol }: { readonly port: string; readonly protocol: string }): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** URLs have IPv6 addresses in brackets; sockets do not. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
