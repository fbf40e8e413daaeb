// What a reader may ask for, and its SQL. Everything is evaluated where the rows are: only matches cross to a viewer.

import type { Severity } from '#shared/a2a/finding.ts'
import type { EntryKind } from '#shared/record/entry.ts'
import { kindNumber, severityNumber } from './row.ts'

export interface EntryFilter {
  readonly sessionId?: string
  readonly exchangeId?: string
  /** Entries about this task, and the heads and ends of the exchanges in which it appeared. */
  readonly taskId?: string
  readonly kinds?: readonly EntryKind[]
  /** Entries with a finding at least this grave. */
  readonly severity?: Severity
  /** Words that must all appear; the last one may be unfinished. */
  readonly text?: string
}

export interface Clause {
  readonly where: string
  readonly values: readonly (string | number)[]
}

export function toClause(filter: EntryFilter | undefined): Clause {
  const parts: Clause[] = []
  const add = (where: string, ...values: (string | number)[]) => parts.push({ where, values })
  if (filter?.sessionId !== undefined) {
    add('e.session = (SELECT id FROM session WHERE uid = ?)', filter.sessionId)
  }
  if (filter?.exchangeId !== undefined) {
    add('e.exchange = (SELECT id FROM exchange WHERE uid = ?)', filter.exchangeId)
  }
  if (filter?.taskId !== undefined) {
    const task = '(SELECT id FROM task WHERE uid = ?)'
    add(
      `(e.task = ${task} OR (e.task IS NULL AND e.exchange IN (SELECT DISTINCT exchange FROM entry WHERE task = ${task})))`,
      filter.taskId,
      filter.taskId,
    )
  }
  if (filter?.kinds !== undefined) {
    add(`e.kind IN (${filter.kinds.map(() => '?').join(',')})`, ...filter.kinds.map(kindNumber))
  }
  if (filter?.severity !== undefined) add('e.severity >= ?', severityNumber(filter.severity))
  const words = filter?.text === undefined ? undefined : toMatch(filter.text)
  if (words !== undefined) add('e.seq IN (SELECT rowid FROM search WHERE search MATCH ?)', words)
  return {
    where: parts.length === 0 ? '' : parts.map((part) => part.where).join(' AND '),
    values: parts.flatMap((part) => part.values),
  }
}

/** FTS5 has an operator language of its own; every word is quoted so that no text can be a syntax error. */
export function toMatch(text: string): string | undefined {
  const words = text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')
  if (words.length === 0) return undefined
  return words.map((word, index) => (index === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(' ')
}
