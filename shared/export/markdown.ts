// Pieces of a Markdown file in which what an agent wrote stays text.

import type { RawHeaders } from '../record/entry.ts'

/** Of a body in a bug report or the copy of a problem, which counts the characters that follow. */
const maxReportedBodyChars = 64 * 1024

/** Cut short it would send something else. */
export function command(text: string): string {
  if (text.length <= maxReportedBodyChars) return fenced('sh', text)
  return `The command that sends it again is left out: it is ${text.length} characters long.`
}

export function short(text: string): string {
  return text.length <= maxReportedBodyChars
    ? text
    : `${text.slice(0, maxReportedBodyChars)}\n… ${text.length - maxReportedBodyChars} characters more`
}

/** Longer than any run of backticks inside. */
export function fenced(language: string, text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** One line that is no Markdown. */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|!]/g, (char) => `\\${char}`)
    .trim()
}

export function headerLines(headers: RawHeaders): readonly string[] {
  return headers.map(([name, value]) => `${name}: ${value}`)
}
