import type { Severity } from '../../a2a/finding.ts'
import { severities } from '../../a2a/severities.ts'
import type { Place } from '../sightings.ts'

/** How many findings a row has, and which entry holds the gravest. */
export interface RowFindings {
  readonly count: number
  readonly severity: Severity
  readonly seq: number
}

export function findingsOf(seq: number, findings: NonNullable<Place['findings']>): RowFindings | undefined {
  if (findings.length === 0) return undefined
  const worst = Math.max(...findings.map(({ severity }) => severities.indexOf(severity)))
  return { count: findings.length, severity: severities[worst] ?? 'info', seq }
}

export function createWaitingFindings(found: (row: number, findings: RowFindings) => void) {
  const waiting = new Map<string, RowFindings>()
  return {
    /** Findings belong to the row their entry is in, else to the next row of the exchange. */
    settle(exchangeId: string, row: number, own: RowFindings | undefined) {
      if (!own && waiting.size === 0) return
      const before = waiting.get(exchangeId)
      const all = own && before ? graver(before, own) : (own ?? before)
      if (!all) return
      waiting.delete(exchangeId)
      if (row < 0) waiting.set(exchangeId, all)
      else found(row, all)
    },
    has: (exchangeId: string) => waiting.has(exchangeId),
  }
}

/** Both together; the first of two equally grave ones leads. */
export function graver(a: RowFindings, b: RowFindings): RowFindings {
  const worse = severities.indexOf(b.severity) > severities.indexOf(a.severity) ? b : a
  return { ...worse, count: a.count + b.count }
}
