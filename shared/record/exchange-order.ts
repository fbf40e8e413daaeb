// Sort keys of exchanges in two forms side by side: for SQLite over its summary `y`, and for a page over its rows. Equal values
// are sorted by time.

import { smallOf } from '../filter/condition.ts'
import type { ExchangeRow } from './exchange-row.ts'

export const orderings = ['time', 'duration', 'size', 'status', 'agent', 'method'] as const
export type Ordering = (typeof orderings)[number]

export interface ExchangeOrder {
  readonly by: Ordering
  readonly descending: boolean
}

export type OrderValue = number | string | null

interface OrderFacts {
  readonly sql: string
  readonly values: readonly string[]
  sortValue(row: ExchangeRow): OrderValue
}

type Agents = readonly { readonly id: string; readonly name: string }[]

/** `agents`: the names that agents are sorted by. */
export function orderFacts(by: Ordering, agents: Agents): OrderFacts {
  switch (by) {
    case 'time':
      return plain('y.first_seq', ({ firstSeq }) => firstSeq)
    case 'duration':
      return plain('max(0, y.end_mono - y.mono)', ({ endedMs = null }) => endedMs)
    case 'size':
      return plain('y.received', ({ receivedBytes }) => receivedBytes)
    case 'status':
      return plain(statusSql, statusOf)
    case 'method':
      return plain('lower(y.label)', ({ label }) => smallOf(label))
    case 'agent':
      return byAgent(agents.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ id }) => id))
  }
}

/** Missing values are last. */
export function compareValues(a: OrderValue, b: OrderValue): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

function plain(sql: string, sortValue: OrderFacts['sortValue']): OrderFacts {
  return { sql, values: [], sortValue }
}

// Open ones are first, failures without a status last, and an agent's error follows answers with the same status.
const statusSql = `CASE y.state WHEN 'open' THEN 0 WHEN 'failed' THEN 1000 ELSE coalesce(y.status, 999) END
  + (y.code IS NOT NULL) / 2.0`

function statusOf({ state, status = 999, code }: ExchangeRow): number {
  const base = state === 'open' ? 0 : state === 'failed' ? 1_000 : status
  return base + (code === undefined ? 0 : 0.5)
}

function byAgent(ids: readonly string[]): OrderFacts {
  const ranks = new Map(ids.map((id, rank) => [id, rank]))
  const cases = ids.map((_, rank) => `WHEN ? THEN ${rank}`).join(' ')
  return {
    sql: ids.length === 0 ? 'NULL' : `CASE y.agent ${cases} END`,
    values: ids,
    sortValue: ({ agentId = '' }) => ranks.get(agentId) ?? null,
  }
}
