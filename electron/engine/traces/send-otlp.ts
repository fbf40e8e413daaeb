// Sends one batch of spans to an endpoint over OTLP/HTTP, compressed, without retries; the result is the endpoint's response.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import type { HeaderList } from '#shared/a2a/dialect.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { TraceTarget } from '#shared/contract/traces.ts'
import { defined } from '#shared/defined.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { FailureKind } from '#shared/record/entry.ts'
import { shorten } from '#shared/shorten.ts'
import type { OtlpTraces } from '#shared/traces/otlp.ts'
import { networkProfile } from '../network-profile.ts'
import { systemClock } from '../platform/clock.ts'
import { keepBytes } from '../platform/files.ts'
import { guarded } from '../platform/guarded.ts'
import { createHttpClient, type ResponseHead } from '../wire/http.ts'
import { type ConnectionProfile, defaultProfile } from '../wire/profile.ts'
import { createOtlpBytes, encodeOtlp } from './encode-otlp.ts'

export interface OtlpTarget extends Pick<TraceTarget, 'endpoint' | 'format' | 'network'> {
  readonly clientCertificate?: ConnectionProfile['clientCertificate']
}

export type Delivery = {
  /** The endpoint's invalid certificate was accepted. */
  readonly isUnchecked?: boolean
} & (
  | { readonly kind: 'accepted'; readonly rejectedSpans: number; readonly message?: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'later'; readonly message: string; readonly afterMs?: number }
)

type Answer = { readonly head: ResponseHead; readonly body: Buffer } | { readonly failure: string }

/** Of an endpoint's response; the rest is not read. */
const maxEndpointAnswerBytes = 64 * 1024
/** Time-out of an endpoint's response; the batch is sent again. */
const maxEndpointAnswerMs = 30_000

const packed = promisify(gzip)
/** Replaces sentences of the wire that are about agents. */
const failureWords: Partial<Record<FailureKind, string>> = {
  refused: 'Couldn’t connect to the endpoint: connection refused. Is it running on this port?',
  dns: 'Couldn’t find the endpoint’s host.',
  reset:
    'The endpoint closed the connection before it answered. Its log may say why; it may require a client certificate.',
  'connect-timeout': 'Couldn’t connect to the endpoint: timed out.',
  'first-byte-timeout': 'The endpoint didn’t answer in time.',
  'idle-timeout': 'The endpoint’s response stopped halfway.',
}
const stopped = { failure: 'aborted', message: 'Sending was stopped.' } as const

export type OtlpSender = ReturnType<typeof createOtlpSender>

export function createOtlpSender({ endpoint, format, network, clientCertificate }: OtlpTarget) {
  const bytes = createOtlpBytes()
  const clock = systemClock
  const profile = {
    ...defaultProfile,
    firstByteTimeoutMs: maxEndpointAnswerMs,
    idleTimeoutMs: maxEndpointAnswerMs,
    ...networkProfile(network),
    ...defined({ clientCertificate }),
  }
  const client = createHttpClient(profile, clock)
  const url = tracesUrl(endpoint)
  const ownHeaders: HeaderList = [
    ['content-type', format === 'json' ? 'application/json' : 'application/x-protobuf'],
    ['content-encoding', 'gzip'],
    ['accept-encoding', 'identity'],
  ]

  const request = async (body: Buffer, headers: HeaderList, signal: AbortSignal): Promise<Answer> => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const stored = keepBytes(maxEndpointAnswerBytes)
    let head: ResponseHead | undefined
    const sent = [...ownHeaders, ...headers]
    const call = client.send(
      { method: 'POST', url, headers: sent, body },
      {
        onHead(responseHead) {
          head = responseHead
          return maxEndpointAnswerMs
        },
        onChunk: (chunk) => void stored.add(chunk),
        onEnd: () =>
          resolve(head ? { head, body: stored.bytes() } : { failure: 'No response was received.' }),
        onFailure: ({ failure, message }) => resolve({ failure: failureWords[failure] ?? message }),
      },
      clock.monoMs(),
    )
    const stop = guarded('traces stopped', () => call.stop(stopped))
    signal.addEventListener('abort', stop)
    const answer = await promise
    signal.removeEventListener('abort', stop)
    return answer
  }

  return {
    async send(traces: OtlpTraces, headers: HeaderList, signal: AbortSignal): Promise<Delivery> {
      const content = format === 'json' ? JSON.stringify(traces) : encodeOtlp(traces)
      const answer = await request(await packed(content), headers, signal)
      if ('failure' in answer) return { kind: 'later', message: answer.failure }
      const isJson = headerOf(answer.head.headers, 'content-type')?.includes('json') ?? false
      const read = (name: 'ExportTraceServiceResponse' | 'Refusal') =>
        isJson ? jsonIn(answer.body.toString('utf8')) : bytes.decode(name, answer.body)
      const isUnchecked = answer.head.connection?.tls?.accepted === 'invalid'
      return { ...deliveryOf(answer.head, read), isUnchecked }
    },
    close: client.close,
  }
}

const partialSchema = z.object({
  partialSuccess: z.object({
    rejectedSpans: z.coerce.number().int().min(0).catch(0),
    errorMessage: z.string().optional(),
  }),
})
const refusalSchema = z.object({ message: z.string() })
/** Statuses after which OTLP permits a retry. */
const temporary: ReadonlySet<number> = new Set([429, 502, 503, 504])

function deliveryOf(
  { status, statusText, headers }: ResponseHead,
  read: (name: 'ExportTraceServiceResponse' | 'Refusal') => unknown,
): Delivery {
  if (status >= 200 && status < 300) {
    const partial = partialSchema.safeParse(read('ExportTraceServiceResponse')).data?.partialSuccess
    const { rejectedSpans = 0, errorMessage = '' } = partial ?? {}
    return {
      kind: 'accepted',
      rejectedSpans,
      ...(errorMessage !== '' && { message: shorten(errorMessage) }),
    }
  }
  const text = refusalSchema.safeParse(read('Refusal')).data?.message ?? ''
  const message = `The endpoint answered ${status} ${statusText}${text === '' ? '.' : `: ${shorten(text)}`}`
  if (!temporary.has(status)) return { kind: 'refused', message }
  const afterMs = retryAfterMs(headerOf(headers, 'retry-after'))
  return { kind: 'later', message, ...defined({ afterMs }) }
}

function retryAfterMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

/** OTLP's default path, if the endpoint has none. */
function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint)
  if (url.pathname === '/') url.pathname = '/v1/traces'
  return url.href
}
