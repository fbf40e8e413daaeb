// What a page that shows one session carries in it, line by line: everything its panes may ask for, as the engine answered
// it when the page was made.

import type { OpenedSession } from '../contract/sessions.ts'
import type { TimelineTask } from '../contract/timeline.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import type { Packed } from '../record/run.ts'
import type { Outline, TimelineChunk, TimelineRow } from '../story/timeline/outline.ts'

export interface PageTimeline {
  readonly task: TimelineTask
  readonly outline: Outline
  readonly rows: readonly TimelineRow[]
  /** The pieces of bursts, by the index of their row. */
  readonly chunks: readonly (readonly [row: number, chunks: readonly TimelineChunk[]])[]
}

export type PageLine =
  | { readonly opened: OpenedSession }
  | { readonly exchanges: readonly ExchangeRow[] }
  | { readonly timeline: PageTimeline }
  | { readonly body: string; readonly piece: string; readonly last?: true }
  | { readonly entry: Packed }
