// Distinguishes the agent's statuses from those that grpc-js makes up without a response; these are failures.

import type { StatusObject } from '@grpc/grpc-js'
import { status as codes } from '@grpc/grpc-js'
import { failureOf, type WireFailure } from '../failure.ts'

export interface StatusContext {
  readonly url: string
  readonly proxyUrl?: string | undefined
  readonly headSeen: boolean
  readonly receivedBytes: number
  readonly maxFrameBytes: number
}

/** As reported by grpc-js: an unexpected error has neither code nor details. */
export type ReportedStatus = Pick<StatusObject, 'metadata'> & Partial<Pick<StatusObject, 'code' | 'details'>>

export function failureOfStatus(status: ReportedStatus, context: StatusContext): WireFailure | undefined {
  const { code, details = '' } = status
  if (code === codes.OK) return undefined
  if (code === undefined) return notUnpacked
  if (/message larger than max|decompresses to a size larger/.test(details)) {
    return {
      failure: 'too-large',
      message: `A message of the agent is larger than ${Math.round(context.maxFrameBytes / 1024 / 1024)} MB, the most that Parley takes of one. Copy the request as grpcurl to get it.`,
      code: 'RESOURCE_EXHAUSTED',
    }
  }
  const claimed = /^Failed to decompress (\w+)-encoded message/.exec(details)?.[1]
  if (claimed !== undefined) {
    return {
      failure: 'bad-encoding',
      message: `Couldn’t decompress a gRPC message: it isn’t the ${claimed} that the agent’s grpc-encoding declares. What arrived before it is kept.`,
    }
  }
  const answered = context.headSeen || Object.keys(status.metadata.getMap()).length > 0
  const lost = /RST_STREAM|Connection dropped|Call ended without gRPC status|socket hang up|ECONNRESET/i.test(
    details,
  )
  if (answered && !lost) return undefined
  const named = errorCode(details, lost)
  if (named === 'UNAVAILABLE' && context.proxyUrl !== undefined)
    return noTunnel(context.url, context.proxyUrl)
  return failureOf(Object.assign(new Error(details), { code: named }), context)
}

/** grpc-js exposes neither the bytes nor the name of the encoding. */
const notUnpacked: WireFailure = {
  failure: 'bad-encoding',
  message:
    'Couldn’t decompress a gRPC message: the agent marked it as compressed, but named no encoding in grpc-encoding that Parley supports (gzip, deflate). What arrived before it is kept.',
}

/** grpc-js does not expose the proxy's response. */
function noTunnel(url: string, proxyUrl: string): WireFailure {
  const [agent, proxy] = [new URL(url).host, new URL(proxyUrl).host]
  const why = proxyUrl.startsWith('https:')
    ? 'gRPC is tunnelled by proxies that are asked in plain HTTP, and this one requires TLS.'
    : 'Check the address and the password of the proxy, and what it lets through.'
  return {
    failure: 'address',
    message: `The proxy ${proxy} opened no tunnel to ${agent}. ${why}`,
    code: 'PARLEY_PROXY',
  }
}

/** grpc-js reports socket errors as text only. */
function errorCode(details: string, lost: boolean): string {
  const named = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)\b/.exec(details)?.[1]
  if (named !== undefined) return named
  if (/Name resolution failed/.test(details)) return 'ENOTFOUND'
  if (/has expired/.test(details)) return 'CERT_HAS_EXPIRED'
  if (/altnames|Hostname\/IP/.test(details)) return 'ERR_TLS_CERT_ALTNAME_INVALID'
  if (/self.signed|unable to verify|unable to get .*issuer/.test(details))
    return 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
  if (/SSL|TLS|wrong version number/.test(details)) return 'ERR_SSL_WRONG_VERSION_NUMBER'
  return lost ? 'ECONNRESET' : 'UNAVAILABLE'
}
