// One gRPC call, unary or server-streaming: records the bytes of every message with their ProtoJSON, metadata, status
// and its details. grpc-js owns the socket, so HTTP/2 frames are not visible.

import { type Client, type ClientReadableStream, connectivityState, Metadata } from '@grpc/grpc-js'
import type { HeaderList, WireCall } from '#shared/a2a/dialect.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import type { ConnectionFacts, RawHeaders } from '#shared/record/entry.ts'
import type { Clock } from '../../platform/clock.ts'
import { guarded, ignoreErrors } from '../../platform/guarded.ts'
import type { Exchange } from '../exchange.ts'
import { aborted, brokenInside, type WireFailure } from '../failure.ts'
import { streamEndOf } from '../item-reading.ts'
import type { ConnectionProfile } from '../profile.ts'
import type { ItemReader } from '../reading.ts'
import { limitTime, type TimeLimit } from '../time-limit.ts'
import { failureOfStatus, type ReportedStatus } from './failure.ts'
import type { Channels } from './grpc.ts'
import type { GrpcMethod } from './messages.ts'
import type { GrpcTarget } from './target.ts'

export interface GrpcTransmission {
  readonly call: Extract<WireCall, { binding: 'GRPC' }>
  readonly method: GrpcMethod
  readonly target: GrpcTarget
  readonly headers: HeaderList
  readonly channels: Channels
  readonly exchange: Exchange
  readonly profile: ConnectionProfile
  readonly clock: Clock
  readonly reader: ItemReader
  readonly details: (bytes: Uint8Array) => readonly JsonValue[]
  readonly taskId?: string
  readonly signal?: AbortSignal
}

export type GrpcOutcome =
  | { readonly kind: 'failure'; readonly failure: WireFailure; readonly items: number }
  | {
      readonly kind: 'ended'
      readonly items: number
      readonly status: {
        readonly code: number
        readonly message: string
        readonly details: readonly JsonValue[]
      }
    }

export async function transmitGrpc(transmission: GrpcTransmission): Promise<GrpcOutcome> {
  return new GrpcCall(transmission).begin()
}

class GrpcCall {
  readonly #transmission: GrpcTransmission
  readonly #url: string
  readonly #answered = Promise.withResolvers<GrpcOutcome>()
  #stream: ClientReadableStream<Buffer> | undefined
  #sinceMs = 0
  #items = 0
  #over = false
  #headSeen = false
  #ours: WireFailure | undefined
  #limit: TimeLimit | undefined

  constructor(transmission: GrpcTransmission) {
    this.#transmission = transmission
    const { target, method } = transmission
    this.#url = `${target.secure ? 'https' : 'http'}://${target.authority}${method.path}`
  }

  begin(): Promise<GrpcOutcome> {
    const { call, method, target, channels, profile, exchange, headers, taskId } = this.#transmission
    const pairs = [...call.headers, ...headers].map(([name, value]) => [name.toLowerCase(), value] as const)
    const head: RawHeaders = [['content-type', 'application/grpc'], ['te', 'trailers'], ...pairs]
    const facts = { decoded: JSON.stringify(call.message), ...defined({ taskId }) }
    const request = { method: 'POST', url: this.#url, headers: head }
    let body: Buffer
    try {
      body = Buffer.from(method.encode(call.message))
    } catch (error) {
      exchange.request(request, head, facts)
      this.#fail(unencodable(error))
      return this.#answered.promise
    }
    this.#sinceMs = exchange.request({ ...request, body }, head, facts).monoMs
    let client: Client
    try {
      client = channels.to(target, profile)
      this.#stream = client.makeServerStreamRequest(method.path, asIs, asIs, body, metadataOf(pairs))
    } catch (error) {
      this.#fail(unsendable(error))
      return this.#answered.promise
    }
    this.#follow(client, this.#stream)
    return this.#answered.promise
  }

  #follow(client: Client, stream: ClientReadableStream<Buffer>) {
    const { signal } = this.#transmission
    this.#awaitHead(client)
    stream.on(
      'metadata',
      guarded('gRPC metadata', (received) => this.#respond(received), this.#breakOff),
    )
    stream.on(
      'data',
      guarded('gRPC message', (bytes) => this.#take(bytes), this.#breakOff),
    )
    // The status reports the same and more.
    ignoreErrors(stream, 'gRPC error')
    stream.on(
      'status',
      guarded('gRPC status', (reported) => this.#end(reported), this.#breakOff),
    )
    signal?.addEventListener('abort', this.#abort)
    if (signal?.aborted) this.#abort()
  }

  #awaitHead(client: Client) {
    const { connectTimeoutMs, firstByteTimeoutMs } = this.#transmission.profile
    const connectMs = Math.min(connectTimeoutMs, firstByteTimeoutMs)
    this.#allow(connectMs, () => {
      const connectivity = client.getChannel().getConnectivityState(false)
      if (connectivity !== connectivityState.READY) return timedOut('connect-timeout', connectMs)
      this.#allow(firstByteTimeoutMs - connectMs, () => timedOut('first-byte-timeout', firstByteTimeoutMs))
      return undefined
    })
  }

  #respond(received: Metadata) {
    if (this.#headSeen || this.#over || !this.#stream) return
    const { exchange, reader, profile, clock } = this.#transmission
    this.#headSeen = true
    const response = {
      status: 200,
      statusText: '',
      headers: pairsOf(received),
      connection: describePeer(this.#stream, profile),
      timings: { firstByteMs: clock.monoMs() - this.#sinceMs },
    }
    exchange.response(response, reader.head(response))
    this.#allowSilence()
  }

  #take(bytes: Buffer) {
    if (this.#over) return
    const { exchange, reader, method } = this.#transmission
    // Each message has a prefix of five bytes.
    exchange.received(bytes.length + 5)
    this.#allowSilence()
    this.#items += 1
    const decoded = method.decode(bytes)
    const data = 'json' in decoded ? JSON.stringify(decoded.json) : undefined
    const reading = data === undefined ? {} : reader.item({ data, validUtf8: true })
    exchange.frame({ bytes }, { framing: 'grpc', ...defined({ data }) }, reading)
    if ('reason' in decoded)
      exchange.note(`The message could not be read as ${method.output.typeName}: ${decoded.reason}`)
  }

  #end(reported: ReportedStatus) {
    if (this.#over) return
    const { exchange, reader, profile } = this.#transmission
    const context = {
      url: this.#url,
      proxyUrl: profile.proxyUrl,
      headSeen: this.#headSeen,
      receivedBytes: exchange.receivedBytes,
      maxFrameBytes: profile.maxFrameBytes,
    }
    const failure = this.#ours ?? failureOfStatus(reported, context)
    if (failure !== undefined) return this.#fail(failure)
    const { metadata, code = 0, details: message = '' } = reported
    this.#respond(metadata)
    const [packed] = metadata.get('grpc-status-details-bin')
    const details = packed instanceof Buffer ? this.#transmission.details(packed) : []
    exchange.end(
      {
        reason: 'complete',
        trailers: [
          ...pairsOf(metadata),
          ...(details.length === 0 ? [] : [['grpc-status-details', JSON.stringify(details)] as const]),
        ],
        grpcStatus: { code, message },
      },
      reader.end('closed-by-agent'),
    )
    this.#finish({ kind: 'ended', items: this.#items, status: { code, message, details } })
  }

  #fail(failure: WireFailure) {
    if (this.#over) return
    const { exchange, reader } = this.#transmission
    try {
      exchange.fail(failure, undefined, reader.end(streamEndOf(failure), { failure }))
    } finally {
      this.#finish({ kind: 'failure', failure, items: this.#items })
    }
  }

  #finish(outcome: GrpcOutcome) {
    this.#over = true
    this.#limit?.end()
    this.#transmission.signal?.removeEventListener('abort', this.#abort)
    this.#answered.resolve(outcome)
  }

  #stop(failure: WireFailure) {
    this.#ours ??= failure
    this.#stream?.cancel()
  }

  readonly #breakOff = (error: unknown) => {
    this.#stop(brokenInside(error))
    this.#fail(brokenInside(error))
  }

  readonly #abort = guarded('gRPC abort', () => this.#stop(aborted), this.#breakOff)

  #allowSilence() {
    const { streamIdleTimeoutMs } = this.#transmission.profile
    this.#allow(streamIdleTimeoutMs, () => timedOut('idle-timeout', streamIdleTimeoutMs))
  }

  #allow(milliseconds: number | undefined, failure: () => WireFailure | undefined) {
    this.#limit?.end()
    if (milliseconds === undefined) return
    const expire = () => {
      const expired = failure()
      if (expired !== undefined) this.#stop(expired)
    }
    const { clock } = this.#transmission
    this.#limit = limitTime('gRPC timeout', clock, milliseconds, { expire, giveUp: this.#breakOff })
  }
}

const asIs = (bytes: Buffer) => bytes

function metadataOf(pairs: RawHeaders): Metadata {
  const metadata = new Metadata()
  for (const [name, value] of pairs) {
    metadata.add(name, name.endsWith('-bin') ? Buffer.from(value, 'base64') : value)
  }
  return metadata
}

function pairsOf(metadata: Metadata): RawHeaders {
  return Object.entries(metadata.toJSON()).flatMap(([name, values]) =>
    values.map((value) => [name, Buffer.isBuffer(value) ? value.toString('base64') : value] as const),
  )
}

function unsendable(error: unknown): WireFailure {
  return {
    failure: 'other',
    message: `The request couldn’t be sent over gRPC: ${messageOf(error)}. Check its headers, the credentials and the proxy.`,
  }
}

function unencodable(error: unknown): WireFailure {
  const reason = messageOf(error)
  return {
    failure: 'other',
    message: `The request does not fit its protobuf message and was not sent: ${reason}.`,
  }
}

function timedOut(
  failure: 'connect-timeout' | 'first-byte-timeout' | 'idle-timeout',
  milliseconds: number | undefined,
): WireFailure {
  const seconds = (milliseconds ?? 0) / 1000
  switch (failure) {
    case 'connect-timeout':
      return {
        failure,
        message: `The agent did not accept a gRPC connection within ${seconds} s. Check address, port and whether it requires TLS.`,
      }
    case 'first-byte-timeout':
      return {
        failure,
        message: `The agent didn’t start to respond within ${seconds} s. Raise the response timeout if it needs longer.`,
      }
    case 'idle-timeout':
      return { failure, message: `The agent fell silent for ${seconds} s. What had arrived is kept.` }
  }
}

// What grpc-js reports about the connection of a call.

interface Peered {
  getPeer(): string
  getAuthContext(): {
    readonly transportSecurityType?: string
    readonly sslPeerCertificate?: PeerCertificate
  } | null
}

interface PeerCertificate {
  readonly subject?: { readonly CN?: string | string[] }
  readonly issuer?: { readonly CN?: string | string[] }
  readonly valid_to?: string
  readonly fingerprint256?: string
}

function describePeer(call: Peered, profile: ConnectionProfile): ConnectionFacts {
  const [, address, port] = /^(?:ipv[46]:)?\[?(.+?)\]?:(\d+)$/.exec(call.getPeer()) ?? []
  const auth = call.getAuthContext()
  const certificate = auth?.sslPeerCertificate
  return {
    ...defined({ remoteAddress: address }),
    ...(port === undefined ? {} : { remotePort: Number(port) }),
    // grpc-js does not expose it.
    reused: false,
    httpVersion: '2',
    ...(auth?.transportSecurityType === undefined
      ? {}
      : {
          tls: {
            protocol: 'TLS',
            ...(certificate?.fingerprint256 === undefined
              ? {}
              : {
                  certificate: {
                    subject: `CN=${String(certificate.subject?.CN)}`,
                    issuer: `CN=${String(certificate.issuer?.CN)}`,
                    validTo: certificate.valid_to ?? '',
                    fingerprint256: certificate.fingerprint256,
                  },
                }),
            // Nor does it report whether the certificate would have been valid: the mark means that it was not checked.
            ...(profile.acceptInvalidCertificate ? { accepted: 'invalid' as const } : {}),
          },
        }),
  }
}
