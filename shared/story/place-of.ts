// Where an entry said what it says.

import type { EndEntry, Entry, FrameEntry, WebhookEntry } from '../record/entry.ts'
import type { ExchangeView } from './exchanges.ts'
import type { Channel, Place, Source } from './sightings.ts'

/** A frame of a run, which is none by itself. */
export type HeardFrame = Pick<
  FrameEntry,
  'kind' | 'framing' | 'exchangeId' | 'sessionId' | 'seq' | 'at' | 'monoMs'
> & { readonly bytes: number }

export type HeardEntry = HeardFrame | FrameEntry | EndEntry | WebhookEntry

export function placeOf(entry: Entry | HeardFrame, source: Source, channel: Channel): Place {
  const { exchangeId, sessionId, seq, at, monoMs } = entry
  const sighting = { source, exchangeId, seq, at, monoMs, delayMs: 0 }
  const findings = 'bytes' in entry ? undefined : entry.findings
  return { sighting, channel, sessionId, bytes: bytesOf(entry), findings }
}

function bytesOf(entry: Entry | HeardFrame): number {
  if ('bytes' in entry) return entry.bytes
  if (entry.kind === 'frame') return entry.raw.sizeBytes
  return entry.kind === 'end' || entry.kind === 'webhook' ? (entry.body?.sizeBytes ?? 0) : 0
}

type Exchange = Pick<ExchangeView, 'call'>

export function sourceOf(exchange: Exchange, entry: HeardEntry): Source {
  if (entry.kind === 'webhook') return 'push'
  // A gRPC message is a stream's event only on a streaming call.
  const isUnary = entry.kind === 'end' || (entry.framing === 'grpc' && !isStreaming(exchange))
  return isUnary ? answeredBy(exchange) : 'stream'
}

/** Of the end of the exchange itself. */
export function endSourceOf(exchange: Exchange & Pick<ExchangeView, 'direction'>): Source {
  if (exchange.direction === 'webhook') return 'push'
  return isStreaming(exchange) ? 'stream' : answeredBy(exchange)
}

export function isStreaming({ call }: Exchange): boolean {
  return call?.operation === 'stream' || call?.operation === 'subscribe'
}

function answeredBy({ call }: Exchange): Source {
  return call?.operation === 'get' || call?.operation === 'list' ? 'poll' : 'reply'
}
