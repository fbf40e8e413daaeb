// One line for each thing that lists have.

import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { TestResult } from '#shared/checks/run.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { callerOf } from '#shared/record/program-name.ts'

export function exchangeRow(row: ExchangeRow): string {
  const { error, warning, info } = row.findings
  const caller = callerOf(row)
  const facts = [
    row.id,
    new Date(row.startedAt).toISOString(),
    row.kind,
    row.label,
    ...(caller === undefined ? [] : [`called through a tap by ${caller}`]),
    row.state,
    ...(row.status === undefined ? [] : [`HTTP ${row.status}`]),
    ...(row.code === undefined ? [] : [`code ${row.code}`]),
    ...(row.frames > 0 ? [`${row.frames} frames`] : []),
    ...(row.endedMs === undefined ? [] : [`${Math.round(row.endedMs)} ms`]),
    ...(error + warning + info > 0 ? [`findings: ${error} errors, ${warning} warnings, ${info} info`] : []),
    ...(row.taskId === undefined ? [] : [`task ${row.taskId}`]),
    ...(row.problem === undefined ? [] : [row.problem]),
  ]
  return facts.join(' · ')
}

export function findingRow({ severity, rule, pointer, message, hint, spec }: Finding): string {
  return `${severity} ${rule} at "${pointer}": ${message} Fix: ${hint} (${cited(spec)})`
}

export function testRow({ outcome, level, testId, name, failure, reason, hint }: TestResult): string {
  const why = failure
    ? `: ${failure.message}${failure.exchangeId === undefined ? '' : ` [exchange ${failure.exchangeId}]`}`
    : reason === undefined
      ? ''
      : `: ${reason}`
  return `${outcome} ${level.toUpperCase()} ${testId} (${name})${why}${hint === undefined || !failure ? '' : ` Fix: ${hint}`}`
}
