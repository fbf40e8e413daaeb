// The caller of an HTTP/2 stream: how it gets errors, and how it leaves.

import {
  constants,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
  type ServerStreamResponseOptions,
} from 'node:http2'
import type { RawHeaders } from '#shared/record/entry.ts'
import { guarded, ignoreErrors } from '../../../platform/guarded.ts'
import type { WireFailure } from '../../../wire/failure.ts'
import type { CallerSide } from '../call-end.ts'

export interface StreamCaller extends CallerSide {
  /** The caller gets the code that the agent reset its stream with. */
  breakWith(code: number): void
}

export function streamCaller(stream: ServerHttp2Stream, timeout: string | undefined): StreamCaller {
  const begunMs = performance.now()
  let code: number = constants.NGHTTP2_INTERNAL_ERROR
  return {
    breakWith(given) {
      code = given
    },
    isAnswered: () => stream.headersSent,
    cut() {
      if (stream.destroyed) return
      // Flushes what precedes the cut.
      const close = () => stream.close(code)
      const drop = () => stream.destroy()
      stream.write(Buffer.alloc(0), guarded('tap stream cut', close, drop))
    },
    answer(status, message) {
      const [answered, number] = status === 421 ? (['UNIMPLEMENTED', 12] as const) : unavailable
      if (!stream.destroyed) {
        respond(stream, statusAlone(number, `Parley's tap: ${message}`), { endStream: true })
        stream.resume()
      }
      return `with the gRPC status ${answered}`
    },
    onGone(listener, giveUp) {
      const gone = () => listener(goneBy(stream.rstCode ?? 0, timeout, performance.now() - begunMs))
      stream.on('close', guarded('tap stream gone', gone, giveUp))
      ignoreErrors(stream, 'tap stream error')
    },
  }
}

const unavailable = ['UNAVAILABLE', 14] as const

function goneBy(code: number, timeout: string | undefined, elapsedMs: number): WireFailure {
  const stored = 'What had arrived is kept.'
  const deadlineMs = timeoutMs(timeout)
  if (deadlineMs !== undefined && elapsedMs >= deadlineMs)
    return {
      failure: 'aborted',
      message: `The caller ended this call: its deadline of ${deadlineMs} ms had passed. ${stored}`,
    }
  if (code === constants.NGHTTP2_CANCEL)
    return { failure: 'aborted', message: `The caller canceled this call. ${stored}` }
  const how = code === 0 ? 'it closed its connection to the tap' : `it reset the stream with ${nameOf(code)}`
  return { failure: 'aborted', message: `The caller ended this call: ${how}. ${stored}` }
}

/** A `grpc-timeout`: digits and a unit. */
function timeoutMs(written: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(written ?? '') ?? []
  return digits === undefined ? undefined : Number(digits) * (unitMs[unit] ?? 1)
}

const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 }

/** The name in RFC 9113 §7. */
export function nameOf(code: number): string {
  return errorCodes[code] ?? `the code ${code}`
}

const errorCodes = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
]

// Heads of HTTP/2 as ordered pairs: pseudo-fields precede and begin with a colon (RFC 9113 §8.3).

export function withoutPseudo(head: RawHeaders): RawHeaders {
  return head.filter(([name]) => !name.startsWith(':'))
}

/** The headers for another server: the caller's authority is replaced by the target's. */
export function addressedTo(head: RawHeaders, origin: string): RawHeaders {
  const { protocol } = new URL(origin)
  const authority = origin.replace(/^\w+:\/\//, '')
  return head.map(([name, value]) => {
    if (name === ':scheme') return [name, protocol.slice(0, -1)]
    return [name, name === ':authority' || name === 'host' ? authority : value]
  })
}

/** Grouped by name, as Node requires for trailers. */
export function byName(headers: RawHeaders): OutgoingHttpHeaders {
  const matches = new Map<string, string[]>()
  for (const [name, value] of headers)
    matches.set(name.toLowerCase(), [...(matches.get(name.toLowerCase()) ?? []), value])
  return Object.fromEntries(
    [...matches].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

export function statusAlone(code: number, message: string): RawHeaders {
  return [
    [':status', '200'],
    ['content-type', 'application/grpc'],
    ['grpc-status', String(code)],
    ['grpc-message', encodeURIComponent(message).replaceAll('%20', ' ')],
  ]
}

/** Without the date that Node would add; its types lack that option. */
export function respond(
  stream: ServerHttp2Stream,
  head: RawHeaders,
  options: ServerStreamResponseOptions = {},
): void {
  const undated = { ...options, sendDate: false }
  stream.respond(head.flat(), undated)
}
