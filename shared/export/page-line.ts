// What a page that shows one session carries in it, line by line: the list of its exchanges, and all that is kept of it.

import type { OpenedSession } from '../contract/sessions.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import type { Packed } from '../record/run.ts'
import type { SpanBatch } from '../spans/span-batch.ts'

export type PageLine =
  | { readonly opened: OpenedSession }
  | { readonly exchanges: readonly ExchangeRow[] }
  | { readonly body: string; readonly piece: string; readonly last?: true }
  | { readonly spans: SpanBatch }
  | { readonly entry: Packed; readonly task?: string }
