// What muted rules leave out of rows and entries, as lists show them.

import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { type MutedRule, mutedBy } from '#shared/record/muted-rules.ts'
import { integerColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

/** The rules that are muted, and the version in which they were others last. */
export interface Muted {
  readonly rules: readonly MutedRule[]
  readonly since: number
}

/** Looked at each time they are needed; `newVersion` begins one in which lists have changed. */
export function followMuted(rulesNow: () => readonly MutedRule[], newVersion: () => number): () => Muted {
  let muted: Muted = { rules: rulesNow(), since: 0 }
  return () => {
    const rules = rulesNow()
    if (rules !== muted.rules) muted = { rules, since: newVersion() }
    return muted
  }
}

/** The row with the counts of those findings alone that are not muted. */
export function unmutedRow(store: Store, row: ExchangeRow, muted: readonly MutedRule[]): ExchangeRow {
  const { error, warning, info } = row.findings
  const rules = muted.filter(({ agentId }) => agentId === row.agentId).map(({ rule }) => rule)
  if (rules.length === 0 || error + warning + info === 0) return row
  const left = { ...row.findings }
  for (const found of prepared(store, mutedInExchange).all(row.id, JSON.stringify(rules))) {
    const severity = found['severity']
    if (severity === 'error' || severity === 'warning' || severity === 'info')
      left[severity] -= integerColumn(found, 'n')
  }
  return { ...row, findings: left }
}

/** Entries with those of their findings alone that are muted, or that are not. */
export function withMuted(
  store: Store,
  entries: readonly Entry[],
  rules: readonly MutedRule[],
  muted: boolean,
): readonly Entry[] {
  const isMuted = mutedBy(rules)
  return entries.map((entry) => {
    const { agent } = prepared(store, agentOf).get(entry.exchangeId) ?? {}
    const agentId = typeof agent === 'string' ? agent : undefined
    const findings = (entry.findings ?? []).filter(({ rule }) => isMuted({ rule, agentId }) === muted)
    return { ...entry, findings }
  })
}

/** In SQL, whether the finding `f` of the entry `e` is muted by the rules in `?`, which mutedValue() writes. */
export const isMutedFinding = `EXISTS (SELECT 1 FROM json_each(?) m WHERE m.value ->> 1 = f.value ->> '$.rule'
  AND m.value ->> 0 IS (SELECT agent FROM summary y WHERE y.exchange = e.exchange))`

export function mutedValue(rules: readonly MutedRule[]): string {
  return JSON.stringify(rules.map(({ rule, agentId = null }) => [agentId, rule]))
}

const inExchange = '= (SELECT id FROM exchange WHERE uid = ?)'
const agentOf = `SELECT agent FROM summary WHERE exchange ${inExchange}`
const mutedInExchange = `SELECT f.value ->> '$.severity' AS severity, count(*) AS n
  FROM entry e, json_each(e.rest, '$.findings') f WHERE e.exchange ${inExchange} AND +e.severity IS NOT NULL
    AND f.value ->> '$.rule' IN (SELECT value FROM json_each(?)) GROUP BY 1`
