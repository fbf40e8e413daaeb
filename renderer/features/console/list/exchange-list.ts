// The exchanges that match a filter.

import type { ExchangePage } from '#shared/contract/console.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { createPagedList, type PagedList } from '../../../record/paged-list.ts'

interface ExchangeQuery {
  readonly filter: string
  readonly after?: number | undefined
}

export type ExchangeList = PagedList<ExchangeRow, ExchangePage>

export function createExchangeList({ console }: EngineClient, query: ExchangeQuery): ExchangeList {
  return createPagedList<ExchangeRow, ExchangePage>({
    follow: ({ version: seen, ...more }, signal) =>
      console.exchanges({ ...query, ...more, seen }, { signal }),
    load: async (offset, limit, signal) =>
      (await console.exchanges({ ...query, offset, limit }, { signal })).rows,
  })
}
