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

export function sourceOf({ call }: Pick<ExchangeView, 'call'>, entry: HeardEntry): Source {
  if (entry.kind === 'webhook') return 'push'
  const operation = call?.operation
  const isPoll = operation === 'get' || operation === 'list'
  // A gRPC message is a stream's event only on a streaming call.
  const unary =
    entry.kind === 'end' || (entry.framing === 'grpc' && operation !== 'stream' && operation !== 'subscribe')
  if (!unary) return 'stream'
  return isPoll ? 'poll' : 'reply'
}
