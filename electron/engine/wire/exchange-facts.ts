// What is told of a frame and of an end besides their bytes.

import type { EndEntry, FrameEntry, RawHeaders } from '#shared/record/entry.ts'

export interface Kept {
  readonly bytes: Buffer
  readonly seenBytes?: number
}

export interface EndFacts {
  readonly reason: EndEntry['reason']
  readonly body?: Kept
  readonly encodedBody?: Kept
  readonly trailers?: RawHeaders
  readonly leftover?: Buffer
  readonly grpcStatus?: { readonly code: number; readonly message: string }
}

export interface FrameFacts {
  readonly framing: FrameEntry['framing']
  readonly data?: string
  readonly event?: string
  readonly id?: string
  readonly retryMs?: number
}

/** Nothing but its data. */
export function isBare({ event, id, retryMs }: FrameFacts): boolean {
  return event === undefined && id === undefined && retryMs === undefined
}
