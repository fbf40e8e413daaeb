// The place of an entry: by which source, channel and exchange it reported something.

import { isStreaming, type OperationKind } from '../a2a/operation.ts'
import type { EndEntry, Entry, FrameEntry, WebhookEntry } from '../record/entry.ts'
import type { ExchangeView } from './exchanges.ts'
import type { Channel, Place, Source } from './sightings.ts'

/** A frame of a run, which has no entry of its own. */
export type FoldedFrame = Pick<
  FrameEntry,
  'kind' | 'framing' | 'exchangeId' | 'sessionId' | 'seq' | 'at' | 'monoMs'
> & { readonly bytes: number }

export type FoldedEntry = FoldedFrame | FrameEntry | EndEntry | WebhookEntry

export function placeOf(entry: Entry | FoldedFrame, source: Source, channel: Channel): Place {
  const { exchangeId, sessionId, seq, at, monoMs } = entry
  const sighting = { source, exchangeId, seq, at, monoMs, delayMs: 0 }
  const findings = 'bytes' in entry ? undefined : entry.findings
  return { sighting, channel, sessionId, bytes: bytesOf(entry), findings }
}

export function bytesOf(entry: Entry | FoldedFrame): number {
  if ('bytes' in entry) return entry.bytes
  if (entry.kind === 'frame') return entry.raw.sizeBytes
  return 'body' in entry ? (entry.body?.sizeBytes ?? 0) : 0
}

export function sourceOf(operation: OperationKind | undefined, entry: Entry | FoldedEntry): Source {
  if (entry.kind === 'webhook') return 'push'
  if (entry.kind === 'request') return 'sent'
  // A gRPC message is a stream's event only in a streaming call.
  const isUnary = entry.kind !== 'frame' || (entry.framing === 'grpc' && !isStreaming(operation))
  return isUnary ? answeredBy(operation) : 'stream'
}

/** Source of the end of an exchange. */
export function endSourceOf({ direction, call }: Pick<ExchangeView, 'direction' | 'call'>): Source {
  if (direction === 'webhook') return 'push'
  return isStreaming(call?.operation) ? 'stream' : answeredBy(call?.operation)
}

function answeredBy(operation: OperationKind | undefined): Source {
  return isLooking(operation) ? 'poll' : 'reply'
}

export function isLooking(operation: OperationKind | undefined): boolean {
  return operation === 'get' || operation === 'list'
}
