// One Markdown file for the maintainer of the agent: request and response, what is wrong and by which section, the card, the
// versions. Redacted like the record. An agent's text is in fences that it cannot leave.

import { cited } from '../a2a/cited.ts'
import type { Finding } from '../a2a/finding.ts'
import { secretMarkPattern } from '../record/credential-names.ts'
import type { Body, Entry, FrameEntry, RawHeaders } from '../record/entry.ts'
import { entryBody, entryPlace } from '../record/entry-body.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { callerOf } from '../record/program-name.ts'
import { harPartsOf } from './har.ts'
import { leftOut } from './sent-request.ts'

/** Of a body in a bug report or the copy of a problem, which counts the characters that follow. */
const maxReportedBodyChars = 64 * 1024

export interface BugReport {
  readonly row: ExchangeRow
  /** In order; of the frames the first ones, and those with findings. */
  readonly entries: readonly Entry[]
  /** The card, if it was read. */
  readonly card?: string | undefined
  readonly versions: readonly (readonly [what: string, version: string])[]
  readonly textOf: (body: NonNullable<FrameEntry['data']>) => string
  readonly curl?: string | undefined
}

/** Frames in a bug report, which reports how many there are. */
export const maxReportedFrames = 100

export function bugReport(report: BugReport): string {
  const { row, entries, card, versions, curl, textOf } = report
  const { request, response, close, frames } = harPartsOf(entries)
  const webhook = entries.find((entry) => entry.kind === 'webhook')
  const sent = request ?? webhook
  const body = request?.decoded ?? sent?.body
  const caller = callerOf(row)
  const findings = entries.flatMap((entry) => (entry.findings ?? []).map((finding) => ({ entry, finding })))
  const parts = [
    `# ${inline(row.label)}: ${outcomeOf(row)}`,
    table(versions),
    '## Findings',
    findingList(
      findings.map(({ entry, finding }) => findingLine(entry, finding)),
      row,
    ),
    '## Request',
    caller !== undefined && `Sent by another program through a tap: ${inline(caller)}`,
    sent && head(`${row.method} ${sent.kind === 'request' ? sent.url : sent.path}`, sent.headers),
    body && fenced('json', short(textOf(body))),
    curl !== undefined && command(curl),
    '## Answer',
    response && head(`${response.status} ${response.statusText}`, response.headers),
    close?.body && fenced('json', short(textOf(close.body))),
    close?.kind === 'failure' && `**${close.failure}**: ${inline(close.message)}`,
    frames.length > 0 && `### Frames\n\n${framesNote(row.frames)}`,
    frames.length > 0 &&
      fenced(
        '',
        frames
          .slice(0, maxReportedFrames)
          .map((frame) => frameLine(frame, request?.monoMs ?? frame.monoMs, textOf))
          .join('\n'),
      ),
    card !== undefined && '## Agent card',
    card !== undefined && fenced('json', short(card)),
  ]
  const text = parts.filter((part): part is string => typeof part === 'string').join('\n\n')
  return `${text.replace(secretMarkPattern, leftOut)}\n`
}

function outcomeOf({ state, failure, status, code, problem }: ExchangeRow): string {
  if (state === 'failed') return inline(failure ?? 'failed')
  const codes = [status, code].filter((each) => each !== undefined).join(' · ')
  return inline(problem === undefined ? codes : `${codes} ${problem}`)
}

function table(rows: BugReport['versions']): string {
  return [
    '| | |',
    '|---|---|',
    ...rows.map(([what, version]) => `| ${inline(what)} | ${inline(version)} |`),
  ].join('\n')
}

function findingLine(entry: Entry, { severity, rule, message, hint, pointer, spec }: Finding): string {
  const place = entry.kind === 'frame' ? `frame ${entry.index + 1}` : entry.kind
  return `- **${severity}** ${inline(message)} ${inline(hint)} (${place} \`${inline(pointer) || '(entire response)'}\`, ${inline(rule)}, ${inline(cited(spec))})`
}

function findingList(lines: readonly string[], { findings }: ExchangeRow): string {
  const all = findings.error + findings.warning + findings.info
  if (all === 0) return 'None.'
  return [...lines, ...(all > lines.length ? [`- and ${all - lines.length} more`] : [])].join('\n')
}

function frameLine(frame: FrameEntry, sinceMs: number, textOf: BugReport['textOf']): string {
  const at = ((frame.monoMs - sinceMs) / 1000).toFixed(3)
  return `${frame.index + 1}\t+${at} s\t${short(textOf(frame.data ?? frame.raw).trimEnd())}`
}

function framesNote(count: number): string {
  return count > maxReportedFrames ? `The first ${maxReportedFrames} of ${count}.` : `${count} in all.`
}

// Parts of a Markdown file in which an agent's text stays text.

/** A cut command would send something else. */
function command(text: string): string {
  if (text.length <= maxReportedBodyChars) return fenced('sh', text)
  return `The command that sends it again is left out: it is ${text.length} characters long.`
}

function short(text: string): string {
  return text.length <= maxReportedBodyChars
    ? text
    : `${text.slice(0, maxReportedBodyChars)}\n… ${text.length - maxReportedBodyChars} characters more`
}

/** The fence is longer than any run of backticks inside. */
function fenced(language: string, text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** One line without Markdown. */
function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|!]/g, (char) => `\\${char}`)
    .trim()
}

function head(startLine: string, headers: RawHeaders): string {
  return fenced('http', [startLine, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n'))
}

// One problem as Markdown, for a coding agent that fixes the program: what is wrong, and the bytes that prove it. Redacted like
// a bug report.

interface ProblemReport {
  readonly title: string
  /** As they are shown with it. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly row: ExchangeRow
  /** Absent for a problem of the exchange as a whole. */
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
  return head(`HTTP ${entry.status}`, entry.headers)
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
