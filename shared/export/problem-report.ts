// One problem as Markdown, for a coding agent that changes the program: what is wrong, and the bytes that show it. Redacted as a bug
// report is.

import type { Body, Entry } from '../record/entry.ts'
import { entryBody } from '../record/entry-body.ts'
import { entryPlace } from '../record/entry-place.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { secretMarkPattern } from '../record/secret-mark.ts'
import { fenced, headerLines, inline, short } from './markdown.ts'
import { leftOut } from './sent-request.ts'

export interface ProblemReport {
  readonly title: string
  /** As they are shown with it. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly row: ExchangeRow
  /** Which shows it; absent where it is of the exchange as a whole. */
  readonly entry: Entry | undefined
  readonly textOf: (body: Body) => string
}

export function problemReport({ title, facts, row, entry, textOf }: ProblemReport): string {
  const all = [...facts, ['Request', `${row.label}: ${row.method} ${row.url}`]] as const
  const text = [
    `# ${inline(title)}`,
    all.map(([name, value]) => `- **${name}**: ${inline(value)}`).join('\n'),
    ...(entry ? [`## ${capitalized(entryPlace(entry))}`, bytesOf(entry, textOf)] : []),
  ].join('\n\n')
  return `${text.replace(secretMarkPattern, leftOut)}\n`
}

function bytesOf(entry: Entry, textOf: ProblemReport['textOf']): string {
  const body = entryBody(entry)
  if (body) return fenced('', short(textOf(body).trimEnd()))
  if (entry.kind !== 'response' && entry.kind !== 'redirect') return 'No bytes.'
  return fenced('http', [`HTTP ${entry.status}`, ...headerLines(entry.headers)].join('\n'))
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
