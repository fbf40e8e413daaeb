import { maxBodyBytes } from '#shared/bounded.ts'

// How to reach one agent: everything about a connection that a user may set, with the defaults shown to them.

export interface ConnectionProfile {
  readonly connectTimeoutMs: number
  /** From the request's start on an open connection to the response head. Agents may think for minutes. */
  readonly firstByteTimeoutMs: number
  /** Silence allowed within a plain body. */
  readonly idleTimeoutMs: number
  /** Silence allowed within a stream: none set, because a quiet task is not a broken one. */
  readonly streamIdleTimeoutMs?: number
  /** From the request's start to the end of the answer: none set, because a stream may go on for days. */
  readonly wholeTimeoutMs?: number
  /** Between two reads of an answer over HTTP: none set, but where an agent is tried with a slow reader. */
  readonly readPauseMs?: number
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
    /** Shown to these alone; without them to every server that requests one. */
    readonly origins?: readonly string[]
  }
  /** Goes on in spite of an invalid certificate; every response then carries a loud mark. */
  readonly acceptInvalidCertificate: boolean
  /** Each request names the trace that it begins. */
  readonly traceparent?: true
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

/** To connect, unless the agent's network settings say otherwise; the exchange fails and reports it. */
const maxConnectMs = 10_000
/** To the head of an answer, unless the agent's network settings say otherwise; the exchange fails and reports it. */
const maxAnswerMs = 300_000
/** Of silence within a body that is no stream; the exchange fails and reports it. */
const maxSilenceMs = 60_000
/** Of an answer's head; the exchange fails and reports it. */
const maxAgentHeadBytes = 64 * 1024
/** Redirects followed in a row; the exchange fails and reports it. */
const maxFollowedRedirects = 5

export const defaultProfile: ConnectionProfile = {
  connectTimeoutMs: maxConnectMs,
  firstByteTimeoutMs: maxAnswerMs,
  idleTimeoutMs: maxSilenceMs,
  maxBodyBytes,
  maxFrameBytes: maxBodyBytes,
  maxHeaderBytes: maxAgentHeadBytes,
  maxRedirects: maxFollowedRedirects,
  acceptInvalidCertificate: false,
  http2: true,
}
