// What a page that shows one session carries in it, line by line: the list of its exchanges, and all that is kept of it.

import type { OpenedSession } from '../contract/sessions.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import type { Packed } from '../record/run.ts'
import type { SpanAttributes, SpanDetail } from '../spans/received-span.ts'
import type { SpanFacts } from '../spans/span-tree.ts'

/** Spans of one trace, as one program sent them. */
export interface PageSpans {
  readonly traceId: string
  /** How many of the trace came, that are not kept. */
  readonly dropped: number
  readonly resource: SpanAttributes
  readonly spans: readonly (SpanFacts & { readonly detail: SpanDetail })[]
}

export type PageLine =
  | { readonly opened: OpenedSession }
  | { readonly exchanges: readonly ExchangeRow[] }
  | { readonly body: string; readonly piece: string; readonly last?: true }
  | { readonly spans: PageSpans }
  | { readonly entry: Packed; readonly task?: string }
