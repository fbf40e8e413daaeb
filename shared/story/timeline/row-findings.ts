import { type Severity, severities } from '../../a2a/finding.ts'
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

/** Both together; the first of two equally grave ones leads. */
export function graver(a: RowFindings, b: RowFindings): RowFindings {
  const worse = severities.indexOf(b.severity) > severities.indexOf(a.severity) ? b : a
  return { ...worse, count: a.count + b.count }
}
