import type { Severity } from '#shared/a2a/finding.ts'
import { severities } from '#shared/a2a/severities.ts'
import { maxReferences } from '#shared/bounded.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { offsetOf } from './answer.ts'
import { findingRow } from './rows.ts'

/** Findings read for one answer, which has room for fewer; its cursor has the rest. */
const maxReadFindings = 2_000
const pageRows = 100

interface Which {
  readonly least: Severity
  readonly cursor?: string | undefined
  readonly exchangeId?: string
  readonly sessionId?: string
}

/** A cursor is a place among the entries with findings, and one among the findings of that entry, in one number. */
export async function findingsFrom(
  client: EngineClient,
  { least, cursor, ...which }: Which,
): Promise<{ readonly rows: readonly string[]; readonly cursors: readonly string[] }> {
  const wanted = new Set(severities.slice(severities.indexOf(least)))
  const begin = offsetOf(cursor)
  const rows: string[] = []
  const cursors: string[] = []
  for (let offset = Math.floor(begin / maxReferences); rows.length < maxReadFindings; offset += pageRows) {
    const page = await client.console.findings({ ...which, offset, limit: pageRows })
    for (const [place, { findings = [], exchangeId }] of page.rows.entries()) {
      for (const [index, finding] of findings.entries()) {
        const at = (offset + place) * maxReferences + index
        if (at < begin || !wanted.has(finding.severity)) continue
        rows.push(`exchange ${exchangeId}: ${findingRow(finding)}`)
        cursors.push(String(at))
      }
    }
    if (page.rows.length < pageRows) break
  }
  return { rows, cursors }
}
