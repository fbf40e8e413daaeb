// Entries that have findings, as the lists ask for them.

import { severities } from '#shared/a2a/severities.ts'
import type { ListPage } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { MutedRule } from '#shared/record/muted-rules.ts'
import { type Followed, untilOther } from './changed.ts'
import { type ListQuery, type Lists, type Range, rowsAt } from './matches.ts'
import { isMutedFinding, type Muted, mutedValue, withMuted } from './muted.ts'
import { findingCount } from './row.ts'
import type { Writing } from './writing.ts'

export type FindingFilter = Pick<Inputs['console']['findings'], 'sessionId' | 'exchangeId' | 'group'> & {
  /** Only those that are muted, or only those that are not. */
  readonly muted?: boolean | undefined
}

/** The first `:limit` after `:after`, in order. The plus of a condition on them keeps to the index, where each severity's part lies in order. */
export function withFindings(columns: string): string {
  const parts = [...severities.keys()].map(
    (severity) => `SELECT * FROM (SELECT ${columns} FROM entry WHERE severity = ${severity} AND seq > :after
      ORDER BY seq LIMIT :limit)`,
  )
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY seq LIMIT :limit`
}

export function findingsOf(
  { sessionId, exchangeId, group, muted }: FindingFilter,
  rules: readonly MutedRule[],
): ListQuery {
  const values = [sessionId, group?.inSession].filter((uid) => uid !== undefined)
  const conditions = values.map(() => '+session = (SELECT id FROM session WHERE uid = ?)')
  if (group) {
    conditions.push("(SELECT agent FROM summary y WHERE y.exchange = e.exchange) IS nullif(?, '')")
    values.push(group.agentId ?? '')
  }
  const hit = conditions.join(' AND ')
  const counted = group ? countIn(group) : countOf(muted, rules)
  const columns = `seq, session, exchange, rest, ${findingCount} AS found`
  const entries = exchangeId === undefined ? withFindings(columns) : withFindingsOfExchange(columns)
  return {
    of: 'entries',
    sql: `SELECT seq AS id, seq AS at, ${hit === '' ? counted.sql : `iif(${hit}, ${counted.sql}, 0)`} AS hit
      FROM (${entries}) e`,
    values: [...values, ...counted.values, ...(exchangeId === undefined ? [] : [exchangeId])],
  }
}

function withFindingsOfExchange(columns: string): string {
  return `SELECT ${columns} FROM entry WHERE exchange = (SELECT id FROM exchange WHERE uid = ?)
    AND severity IS NOT NULL AND seq > :after ORDER BY seq LIMIT :limit`
}

function countOf(muted: boolean | undefined, rules: readonly MutedRule[]) {
  if (muted === undefined || (rules.length === 0 && !muted)) return { sql: 'found', values: [] }
  return {
    sql: `(SELECT count(*) FROM json_each(e.rest, '$.findings') f WHERE ${muted ? '' : 'NOT '}${isMutedFinding})`,
    values: [mutedValue(rules)],
  }
}

/** How many findings of the group an entry has. */
function countIn({ rule, severity }: NonNullable<FindingFilter['group']>) {
  const of = severity === undefined ? '' : " AND f.value ->> '$.severity' = ?"
  return {
    sql: `(SELECT count(*) FROM json_each(e.rest, '$.findings') f WHERE f.value ->> '$.rule' = ?${of})`,
    values: [rule, ...(severity === undefined ? [] : [severity])],
  }
}

export type FindingReader = (query: FindingFilter & Range & Followed) => Promise<ListPage<Entry>>

export function createFindingReader(
  { flush, changed }: Writing,
  lists: Lists,
  muted: () => Muted,
): FindingReader {
  return async ({ offset, limit, seen, waitMs, signal, ...filter }) => {
    flush()
    const before = findingsOf(filter, muted().rules)
    await lists.catchUp(before)
    const since = () => Math.max(lists.matches(before).since, muted().since)
    const waitedMs = await untilOther(changed, since, { seen, waitMs, signal })
    const { rules, since: mutedSince } = muted()
    const matches = await lists.catchUp(findingsOf(filter, rules))
    const rows = rowsAt(matches, { offset, limit }, (store, seqs) => {
      const clause = { where: `e.seq IN (${seqs.join(',')})`, values: [] }
      const entries = store.select({ clause, after: 0, limit: seqs.length })
      const isWhole = filter.group !== undefined || filter.muted === undefined
      return isWhole ? entries : withMuted(store, entries, rules, filter.muted === true)
    })
    return { rows, total: matches.total, version: Math.max(matches.since, mutedSince), waitedMs }
  }
}
