// Fault injection over gRPC: the agent is called and recorded as usual, but its caller receives altered messages or
// another status, which the record attributes to Parley.

import { constants, type ServerHttp2Stream } from 'node:http2'
import { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { TapFault } from '#shared/contract/taps.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { createMessageFramer, halvedMessage } from '../../grpc/message-framer.ts'
import type { ProxyCallEnd } from '../call-end.ts'
import {
  cutOnPurpose,
  insteadText,
  maxSpoiledBytes,
  noteOf,
  type Sleep,
  spoiledEvents,
  valueIn,
} from '../faults.ts'
import { respond, type StreamCaller, statusAlone } from './stream-caller.ts'

interface SpoiledStream {
  readonly head: RawHeaders
  /** The response has no body. */
  readonly isWhole: boolean
  /** Sends the agent's head to the caller. */
  begin(): void
  readonly stream: ServerHttp2Stream
  readonly side: StreamCaller
  readonly ending: ProxyCallEnd
}

/** Replaces the caller as the sink of the response. */
export function spoilStream(faults: readonly TapFault[], spoiled: SpoiledStream): Duplex {
  const { isWhole, stream, side, ending } = spoiled
  const numberFor = valueIn(faults)
  ending.recorded().note(noteOf(faults))
  const inPlace = insteadOf(stream, numberFor('status'), numberFor('grpc-status'))
  let isCut = false
  const cut = () => {
    isCut = true
  }
  const spoiling = Duplex.from(async function* (
    source: AsyncIterable<Buffer>,
    { signal }: { readonly signal: AbortSignal },
  ) {
    const sleep: Sleep = (ms) => delay(ms, undefined, { signal })
    await sleep(numberFor('delay') ?? 0)
    if (!inPlace) spoiled.begin()
    const messages = framesOf(source, headerOf(spoiled.head, 'grpc-encoding'))
    for await (const bytes of spoiledEvents(messages, { numberFor, sleep, cut, halved: halvedMessage }))
      if (!inPlace && !isWhole) yield bytes
    inPlace?.()
  })
  const over = async () => {
    await pipeline(spoiling, stream, { end: false })
    if (!isCut) return void (stream.writableEnded || stream.end())
    side.breakWith(constants.NGHTTP2_INTERNAL_ERROR)
    side.cut()
    ending.stop(cutOnPurpose)
  }
  over().catch((error: unknown) => {
    ending.breakOff(error)
    side.cut()
  })
  return spoiling
}

function insteadOf(
  stream: ServerHttp2Stream,
  status: number | undefined,
  grpcStatus: number | undefined,
): (() => void) | undefined {
  if (status !== undefined) {
    const head = [
      [':status', String(status)],
      ['content-type', 'text/plain; charset=utf-8'],
    ] as const
    return () => {
      respond(stream, head)
      stream.end(insteadText)
    }
  }
  if (grpcStatus === undefined) return undefined
  return () => respond(stream, statusAlone(grpcStatus, insteadText.trim()), { endStream: true })
}

async function* framesOf(source: AsyncIterable<Buffer>, encoding: string | undefined): AsyncIterable<Buffer> {
  const framer = createMessageFramer(encoding, maxSpoiledBytes)
  for await (const bytes of source) {
    for (const { frame } of framer.push(bytes)) {
      if (frame.byteLength === 0)
        throw new Error('A message of this response is too large for a fault to be injected.')
      yield frame
    }
  }
  const rest = framer.leftover()
  if (rest.byteLength > 0) yield rest
}
