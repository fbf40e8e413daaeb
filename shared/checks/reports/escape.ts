// Escapes an agent's text for reports: nothing in it is markup, and nothing is hidden.

import { shorten } from '../../shorten.ts'
import { writtenOut } from '../../unseen.ts'

/** Of an expected or actual value in a report, which then ends in "…". */
export const maxReportedValueChars = 2_000

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
  '\t': '&#9;',
}

export function xmlText(text: string): string {
  return plain(text).replace(/[&<>"'\n\t]/g, (char) => entities[char] ?? char)
}

/** Without characters that XML forbids even when escaped. */
function plain(text: string): string {
  return writtenOut(text.replaceAll('\r\n', '\n')).replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
}

/** One line of Markdown without links, mentions or images. */
export function markdownCode(text: string, maxChars: number): string {
  const line = oneLine(text, maxChars)
  if (line === '') return ''
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const room = longest > 0 ? ' ' : ''
  return `${fence}${room}${line}${room}${fence}`
}

/** One line without escape sequences for terminals. */
export function oneLine(text: string, maxChars = maxReportedValueChars): string {
  return shorten(plain(text).replace(/\s+/g, ' ').trim(), maxChars)
}
