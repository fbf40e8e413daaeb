// The response to a gRPC call of another program, as it passes: messages, status with details, trailers. Recorded like
// the response to a call of Parley's own.

import { headerOf } from '#shared/a2a/header-of.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { percentDecoded } from '#shared/percent-decoded.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { Exchange } from '../../wire/exchange.ts'
import type { WireFailure } from '../../wire/failure.ts'
import type { GrpcMethod } from '../../wire/grpc/messages.ts'
import type { ResponseHead } from '../../wire/http.ts'
import { streamEndOf } from '../../wire/item-reading.ts'
import type { ConnectionProfile } from '../../wire/profile.ts'
import type { ItemReader } from '../../wire/reading.ts'
import type { ResponseSink } from '../../wire/response.ts'
import { createMessageFramer, type GrpcMessage } from './message-framer.ts'

/** Notes about unreadable messages, each once; their bytes are recorded all the same. */
const maxNotes = 8

const noStatus: WireFailure = {
  failure: 'bad-http',
  message:
    'The agent ended this call without a gRPC status, which clients take for a failure. What had arrived is kept, and was passed on.',
}

interface GrpcResponseOptions {
  readonly exchange: Exchange
  readonly reader: ItemReader
  /** Undefined without a definition; its messages are bytes. */
  readonly method: GrpcMethod | undefined
  readonly details: (bytes: Uint8Array) => readonly JsonValue[]
  readonly profile: Pick<ConnectionProfile, 'maxFrameBytes'>
}

export function openGrpcResponse(head: ResponseHead, options: GrpcResponseOptions): ResponseSink {
  const { exchange, reader, method, details } = options
  const { maxFrameBytes } = options.profile
  const framer = createMessageFramer(headerOf(head.headers, 'grpc-encoding'), maxFrameBytes)
  const noted = new Set<string>()
  const note = (text: string) => {
    if (!noted.has(text) && noted.size < maxNotes) exchange.note(text)
    noted.add(text)
  }
  const take = ({ bytes, problem }: GrpcMessage) => {
    const decoded = problem === undefined ? method?.decode(bytes) : undefined
    const data = decoded && 'json' in decoded ? JSON.stringify(decoded.json) : undefined
    const reading = data === undefined ? {} : reader.item({ data, validUtf8: true })
    exchange.frame({ bytes }, { framing: 'grpc', ...defined({ data }) }, reading)
    if (problem !== undefined) note(problem)
    if (decoded && 'reason' in decoded)
      note(`The message could not be read as ${method?.output.typeName}: ${decoded.reason}`)
  }
  const leftover = () => {
    const left = framer.leftover()
    return left.byteLength > 0 ? { leftover: left.subarray(0, maxFrameBytes) } : {}
  }
  const fail = (failure: WireFailure) => {
    const end = streamEndOf(failure)
    exchange.fail(failure, leftover(), reader.end(end))
  }
  exchange.response(head, reader.head(head))
  return {
    isStream: true,
    chunk(bytes) {
      exchange.received(bytes.byteLength)
      exchange.arrived()
      for (const message of framer.push(bytes)) take(message)
    },
    end({ trailers = [] }) {
      const status = statusIn([...trailers, ...head.headers])
      if (status === undefined) return fail(noStatus)
      const packed = headerOf([...trailers, ...head.headers], 'grpc-status-details-bin')
      const opened = packed === undefined ? [] : details(Buffer.from(packed, 'base64'))
      exchange.end(
        {
          reason: 'complete',
          trailers: [
            ...trailers,
            ...(opened.length > 0 ? [['grpc-status-details', JSON.stringify(opened)] as const] : []),
          ],
          grpcStatus: status,
          ...leftover(),
        },
        reader.end('closed-by-agent'),
      )
    },
    fail,
  }
}

/** A status that is no number is UNKNOWN, as for clients. */
function statusIn(headers: RawHeaders): { readonly code: number; readonly message: string } | undefined {
  const code = headerOf(headers, 'grpc-status')
  if (code === undefined) return undefined
  return {
    code: /^\d{1,9}$/.test(code) ? Number(code) : 2,
    message: percentDecoded(headerOf(headers, 'grpc-message') ?? ''),
  }
}
