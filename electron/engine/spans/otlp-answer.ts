// What the receiver of spans answers, over HTTP and gRPC, as OTLP wants it.

import { status as grpcStatus } from '@grpc/grpc-js'
import { createOtlpBytes, type OtlpAnswer } from '../traces/otlp-bytes.ts'
import { laterMessage, problemOf } from './span-counts.ts'
import type { Taken } from './take-spans.ts'

type Format = 'protobuf' | 'json'

export interface OtlpReply {
  readonly status: number
  /** The code of `google.rpc.Status`, and of gRPC. */
  readonly code: number
  readonly message: string
  readonly rejectedSpans: number
  readonly retryAfterSeconds?: number
}

export function replyTo(taken: Taken): OtlpReply {
  switch (taken.kind) {
    case 'taken': {
      const message = problemOf(taken) ?? ''
      return { status: 200, code: grpcStatus.OK, message, rejectedSpans: taken.refused + taken.dropped }
    }
    case 'bad':
      return refusal(taken.isTooLarge ? 413 : 400, grpcStatus.INVALID_ARGUMENT, taken.message)
    case 'later': {
      const isBusy = taken.reason === 'busy'
      const code = isBusy ? grpcStatus.RESOURCE_EXHAUSTED : grpcStatus.UNAVAILABLE
      return { ...refusal(isBusy ? 429 : 503, code, laterMessage(taken.reason)), retryAfterSeconds: 1 }
    }
  }
}

export function refusal(status: number, code: number, message: string): OtlpReply {
  return { status, code, message, rejectedSpans: 0 }
}

export function createAnswerBytes() {
  const bytes = createOtlpBytes()
  const write = (name: OtlpAnswer, value: Parameters<typeof bytes.encodeAnswer>[1], format: Format): Buffer =>
    Buffer.from(format === 'json' ? JSON.stringify(value) : bytes.encodeAnswer(name, value))
  return ({ status, code, message, rejectedSpans }: OtlpReply, format: Format): Buffer => {
    if (status !== 200) return write('Refusal', { code, message }, format)
    const partialSuccess = { rejectedSpans: String(rejectedSpans), errorMessage: message }
    return write('ExportTraceServiceResponse', rejectedSpans === 0 ? {} : { partialSuccess }, format)
  }
}
