import { maxBodyBytes } from '#shared/bounded.ts'

// How to reach one agent: the connection settings that a user may change, with their defaults.

export interface ConnectionProfile {
  readonly connectTimeoutMs: number
  /** From the request's start on an open connection to the response head. Agents may think for minutes. */
  readonly firstByteTimeoutMs: number
  /** Idle time-out within a plain body. */
  readonly idleTimeoutMs: number
  /** Idle time-out within a stream: none by default, as a quiet task is not a broken one. */
  readonly streamIdleTimeoutMs?: number
  /** From the request's start to the end of the response: none by default, as a stream may last for days. */
  readonly wholeTimeoutMs?: number
  /** Pause between two reads of an HTTP response: only to test an agent with a slow reader. */
  readonly readPauseMs?: number
  readonly maxBodyBytes: number
  readonly maxFrameBytes: number
  readonly maxHeaderBytes: number
  readonly maxRedirects: number
  /** `http://host:port` or `https://user:password@host:port`. */
  readonly proxyUrl?: string
  /** PEM certificates to trust besides the usual ones. */
  readonly caPem?: string
  readonly clientCertificate?: {
    readonly certificatePem: string
    readonly keyPem: string
    readonly passphrase?: string
    /** Shown to these origins alone; without them, to every server that requests one. */
    readonly origins?: readonly string[]
  }
  /** Accepts an invalid certificate; every response then carries a loud mark. */
  readonly acceptInvalidCertificate: boolean
  /** Each request carries the trace that it begins. */
  readonly traceparent?: true
  readonly http2: boolean
}

/** The certificate for a server, if it may get it. */
export function certificateFor(
  { clientCertificate }: ConnectionProfile,
  address: string,
): ConnectionProfile['clientCertificate'] {
  if (clientCertificate?.origins === undefined) return clientCertificate
  return clientCertificate.origins.includes(new URL(address).origin) ? clientCertificate : undefined
}

/** Time-out of connecting, unless the agent's network settings have another; the exchange fails and reports it. */
const maxConnectMs = 10_000
/** Time-out of a response's head, unless the agent's network settings have another; the exchange fails and reports it. */
const maxAnswerMs = 300_000
/** Of silence within a body that is no stream; the exchange fails and reports it. */
const maxSilenceMs = 60_000
/** Of a response's head; the exchange fails and reports it. */
const maxAgentHeadBytes = 64 * 1024
/** Consecutive redirects; the exchange fails and reports it. */
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
