// How to reach one agent: everything about a connection that a user may set, with the defaults shown to them.

export interface ConnectionProfile {
  readonly connectTimeoutMs: number
  /** From the request's start on an open connection to the response head. Agents may think for minutes. */
  readonly firstByteTimeoutMs: number
  /** Silence allowed within a plain body. */
  readonly idleTimeoutMs: number
  /** Silence allowed within a stream: none set, because a quiet task is not a broken one. */
  readonly streamIdleTimeoutMs?: number
  readonly maxBodyBytes: number
  readonly maxFrameBytes: number
  readonly maxHeaderBytes: number
  readonly maxRedirects: number
  /** `http://host:port` or `https://user:password@host:port`. */
  readonly proxyUrl?: string
  /** PEM certificates to trust beside the usual ones. */
  readonly caPem?: string
  readonly clientCertificate?: {
    readonly certificatePem: string
    readonly keyPem: string
    readonly passphrase?: string
    /** Shown to these alone; without them to every server that asks for one. */
    readonly origins?: readonly string[]
  }
  /** Goes on in spite of an invalid certificate; every response then carries a loud mark. */
  readonly acceptInvalidCertificate: boolean
  /** Offer HTTP/2 on TLS connections. */
  readonly http2: boolean
}

/** The certificate to show to a server, if it may see it. */
export function certificateFor(
  { clientCertificate }: ConnectionProfile,
  address: string,
): ConnectionProfile['clientCertificate'] {
  if (clientCertificate?.origins === undefined) return clientCertificate
  return clientCertificate.origins.includes(new URL(address).origin) ? clientCertificate : undefined
}

export const defaultProfile: ConnectionProfile = {
  connectTimeoutMs: 10_000,
  firstByteTimeoutMs: 300_000,
  idleTimeoutMs: 60_000,
  maxBodyBytes: 128 * 1024 * 1024,
  maxFrameBytes: 128 * 1024 * 1024,
  maxHeaderBytes: 64 * 1024,
  maxRedirects: 5,
  acceptInvalidCertificate: false,
  http2: true,
}
