// A caller that waits at a stream of HTTP/2: how it is told what is wrong, and how it leaves.

import { constants, type ServerHttp2Stream } from 'node:http2'
import { guarded, ignoreErrors } from '../../../guarded.ts'
import type { WireFailure } from '../../../wire/failure.ts'
import type { CallerSide } from '../pass-ending.ts'
import { respond, statusAlone } from './stream-heads.ts'

export interface StreamCaller extends CallerSide {
  /** What the agent broke off with is what the caller gets. */
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
      // What came before still arrives.
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
  const kept = 'What had arrived is kept.'
  const deadlineMs = timeoutMs(timeout)
  if (deadlineMs !== undefined && elapsedMs >= deadlineMs)
    return {
      failure: 'aborted',
      message: `The caller ended this call: its deadline of ${deadlineMs} ms had passed. ${kept}`,
    }
  if (code === constants.NGHTTP2_CANCEL)
    return { failure: 'aborted', message: `The caller canceled this call. ${kept}` }
  const how = code === 0 ? 'it closed its connection to the tap' : `it reset the stream with ${nameOf(code)}`
  return { failure: 'aborted', message: `The caller ended this call: ${how}. ${kept}` }
}

/** As a caller writes `grpc-timeout`: digits and a unit. */
function timeoutMs(written: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(written ?? '') ?? []
  return digits === undefined ? undefined : Number(digits) * (unitMs[unit] ?? 1)
}

const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 }

/** As RFC 9113 §7 calls it. */
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
