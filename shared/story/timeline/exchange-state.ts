// What must be known of an exchange between its entries, to say what they mean for the task.

import type { TextHole } from '../../a2a/text-hole.ts'
import type { CallFacts } from '../../record/entry.ts'
import type { StreamOutcome } from '../exchanges.ts'
import type { Channel, Source } from '../sightings.ts'
import type { RowFindings } from './row-findings.ts'

/** A piece of an artifact of which only the text varies, and where it stands in the frame. */
export interface ChunkTemplate {
  readonly hole: TextHole
  readonly artifactId: string
  readonly append: boolean
  readonly last: boolean
  /** Bytes of the frame's data without the text. */
  readonly dataBytes: number
}

export interface ExchangeState {
  readonly id: string
  /** For a webhook call that of its path. */
  channel: Channel
  lastSeq: number
  call: CallFacts | undefined
  httpStatus: number | undefined
  /** Of another agent that happens to use the same task id. */
  foreign: boolean
  /** Something of this task has come on it as a stream. */
  streamed: boolean
  heard: boolean
  outcome: StreamOutcome
  /** Findings of entries that made no row. */
  findings: RowFindings | undefined
  templates: ChunkTemplate[]
  /** Templates tried in vain since one fitted. */
  misses: number
}

export function newExchange(id: string, openedSeq: number): ExchangeState {
  return {
    id,
    channel: { id, openedSeq },
    lastSeq: 0,
    call: undefined,
    httpStatus: undefined,
    foreign: false,
    streamed: false,
    heard: false,
    outcome: 'open',
    findings: undefined,
    templates: [],
    misses: 0,
  }
}

export function isStreaming({ call }: ExchangeState): boolean {
  return call?.operation === 'stream' || call?.operation === 'subscribe'
}

export function sourceOf(
  exchange: ExchangeState,
  entry: { readonly kind: string; readonly framing?: string },
): Source {
  if (entry.kind === 'webhook') return 'push'
  const operation = exchange.call?.operation
  // A gRPC message is a stream's event only on a streaming call.
  const unary = entry.kind === 'end' || (entry.framing === 'grpc' && !isStreaming(exchange))
  if (!unary) return 'stream'
  return operation === 'get' || operation === 'list' ? 'poll' : 'reply'
}
