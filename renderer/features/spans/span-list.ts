// The spans of a call, a task or a trace as rows by position, as far as they are on screen.

import type { EngineClient } from '#shared/contract/contract.ts'
import { maxSpanPage, type SpanPage } from '#shared/contract/spans.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { createPagedList, type PagedList } from '../../record/paged-list.ts'

export type SpansOf = { readonly exchangeId: string } | { readonly traceId: string }
export type SpanRowList = PagedList<SpanRow, SpanPage>

type Asked = Omit<Parameters<EngineClient['spans']['ofTrace']>[0], 'traceId'>

export function createSpanList(client: EngineClient, of: SpansOf, folded: readonly string[]): SpanRowList {
  return createPagedList<SpanRow, SpanPage>({
    follow: ({ version: seen, offset, limit, waitMs }, signal) =>
      askSpans(client, of, { folded: [...folded], offset, limit: Math.max(1, limit), seen, waitMs }, signal),
    load: async (offset, limit, signal) =>
      (await askSpans(client, of, { folded: [...folded], offset, limit }, signal)).rows,
  })
}

/** Undefined where it is not there. */
export async function findSpan(
  client: EngineClient,
  of: SpansOf,
  key: string,
  signal: AbortSignal,
): Promise<{ readonly row: SpanRow; readonly index: number } | undefined> {
  for (let offset = 0; ; offset += maxSpanPage) {
    const { rows, total } = await askSpans(client, of, { folded: [], offset, limit: maxSpanPage }, signal)
    const place = rows.findIndex((row) => row.key === key)
    const row = rows[place]
    if (row) return { row, index: offset + place }
    if (offset + rows.length >= total || rows.length === 0) return undefined
  }
}

function askSpans(
  { spans }: EngineClient,
  of: SpansOf,
  asked: Asked,
  signal: AbortSignal,
): Promise<SpanPage> {
  return 'traceId' in of
    ? spans.ofTrace({ ...of, ...asked }, { signal })
    : spans.ofExchange({ ...of, ...asked }, { signal })
}
