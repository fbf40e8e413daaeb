// The data in a page that shows one session, line by line: its exchanges, and everything recorded of it.

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
