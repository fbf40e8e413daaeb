// A response with a push configuration: held until it is complete, and served with the caller's address in place of the
// tap's. A response without one is served unchanged.

import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { forBody } from '../heads.ts'
import type { BodySink, ProxyCall, ProxyDeps } from '../pass.ts'
import type { ReadHead } from '../response-head.ts'
import { unpackedBytes } from '../take-card.ts'
import { showsConfig } from './find-webhook.ts'

/** Of a response in which the caller's address is restored; a larger one is served unchanged. */
const maxHeldAnswerBytes = 4 * 1024 * 1024

export function mayShowWebhook(
  { webhooks, plan }: ProxyDeps,
  { request, body, called }: ProxyCall,
  head: ReadHead,
) {
  if (called || webhooks.isNone()) return false
  const type = headerOf(head.headers, 'content-type') ?? ''
  const isWhole = !/^text\/event-stream/i.test(type)
  const isHeld = Number(headerOf(head.headers, 'content-length') ?? 0) <= maxHeldAnswerBytes
  return isWhole && isHeld && showsConfig(plan, request(), body.bytes())
}

/** `begin` returns the sink for a response with these headers. */
export function restoringSink(
  { webhooks }: ProxyDeps,
  { ending }: ProxyCall,
  { headers }: ReadHead,
  begin: (headers: RawHeaders) => BodySink,
): BodySink {
  const raws: Buffer[] = []
  const reads: Buffer[] = []
  let heldBytes = 0
  let sink: BodySink | undefined
  const serve = () => {
    sink = begin(headers)
    sink.write(raws, reads)
    return sink
  }
  return {
    write(raw, read) {
      if (sink) return sink.write(raw, read)
      raws.push(...raw)
      reads.push(...read)
      for (const { byteLength } of read) heldBytes += byteLength
      if (heldBytes > maxHeldAnswerBytes) serve()
      return false
    },
    finish(trailers, done) {
      if (sink) return sink.finish(trailers, done)
      const restored = restoredIn(Buffer.concat(reads))
      if (restored === undefined) return serve().finish(trailers, done)
      sink = begin(forBody(headers, restored.byteLength))
      sink.write([restored], [restored])
      ending.recorded().note(restoredNote)
      return sink.finish([], done)
    },
  }

  function restoredIn(bytes: Buffer): Buffer | undefined {
    const text = unpackedBytes(bytes, headerOf(headers, 'content-encoding') ?? '')
    return text && webhooks.restored(text)
  }
}

const restoredNote =
  'The tap served this response with the caller’s own webhook address in place of the tap’s.'
