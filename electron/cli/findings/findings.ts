import { cited } from '#shared/a2a/cited.ts'
import type { Finding, Severity } from '#shared/a2a/finding.ts'
import { severities } from '#shared/a2a/severities.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'
import type { Entry } from '#shared/record/entry.ts'
import { entryPlace } from '#shared/record/entry-body.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { verbExitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { isSessionFile, rowsOf, timeText, withSession } from '../sessions/session-text.ts'
import type { VerbCall } from '../verb.ts'
import { withAgent } from '../with-agent.ts'
import type { EngineRun } from '../with-engine.ts'
import { sessionOfRun } from './note-findings.ts'

/** Messages of one rule that are listed; the list reports how many findings have others. */
const maxRuleMessages = 5

const pageRows = 200

// `parley findings`: of an agent's current card, or of a session.

export function listFindings(call: VerbCall): Promise<number> {
  const [named = ''] = call.operands
  if (/^https?:/i.test(named) && !isSessionFile(call)) {
    return withAgent(call, async (run) => printFindings(run, await sessionOfRun(run), call))
  }
  return withSession(call, (run) => printFindings(run, run.session.id, call))
}

async function printFindings(
  { engine, signal, output }: EngineRun,
  sessionId: string,
  { flags }: VerbCall,
): Promise<number> {
  const { console } = engine.readersOf(sessionId)
  const least = severities.findIndex((each) => each === flags['severity'])
  const muted = flags['muted'] === true
  const entries = rowsOf((offset) => console.findings({ sessionId, muted, offset, limit: pageRows }), signal)
  const index = findingsIn(entries, ({ severity }) => severities.indexOf(severity) >= least)
  const rowOf = (exchangeId: string) => engine.sessions.recordOf(sessionId).exchanges.row(exchangeId)
  let printed = 0
  if (output.isJson || flags['all'] === true) {
    for await (const each of index) {
      printFinding(each, rowOf(each.entry.exchangeId), output)
      printed += 1
    }
  } else {
    const rules = await foldFindings(index)
    for (const rule of rules) printRule(rule, rowOf, output)
    printed = rules.length
  }
  if (printed === 0) output.note(muted ? 'No muted findings.' : 'No findings.')
  const { mutedRules } = await console.findingGroups({ sessionId, offset: 0, limit: 1 })
  if (mutedRules > 0 && !muted)
    output.note(
      `${mutedRules === 1 ? '1 rule' : `${formatCount(mutedRules)} rules`} muted, listed by --muted.`,
    )
  return verbExitCodes.done
}

async function* findingsIn(
  entries: AsyncIterable<Entry>,
  isListed: (finding: Finding) => boolean,
): AsyncIterable<FoundAt> {
  for await (const entry of entries)
    for (const finding of entry.findings ?? []) if (isListed(finding)) yield { finding, entry }
}

function printFinding({ finding, entry }: FoundAt, row: ExchangeRow | undefined, output: Output): void {
  const { exchangeId, seq, at, kind } = entry
  const call = defined({ call: row?.label, operation: row?.operation })
  const frame = kind === 'frame' && { frame: entry.index + 1 }
  output.line({ ...finding, exchangeId, ...call, seq, at, kind, ...frame }, () =>
    [...headLines(finding, 1, output), `    in ${placeText({ finding, entry }, row)}`].join('\n'),
  )
}

function printRule(
  { rule, severity, messages, others }: RuleFindings,
  rowOf: (exchangeId: string) => ExchangeRow | undefined,
  output: Output,
): void {
  const place = (foundAt: FoundAt) => placeText(foundAt, rowOf(foundAt.entry.exchangeId))
  for (const { first, last, count } of messages.values()) {
    const places =
      count === 1
        ? [`    in ${place(first)}`]
        : [`    first in ${place(first)}`, `    last in ${place(last)}`]
    output.line(undefined, () => [...headLines(last.finding, count, output), ...places].join('\n'))
  }
  if (others > 0)
    output.line(
      undefined,
      () =>
        `${styledSeverity(severity, output)} ${oneLine(rule)}: ${formatCount(others)} more, listed by --all`,
    )
}

function headLines(
  { severity, rule, message, hint, spec }: Finding,
  count: number,
  output: Output,
): readonly string[] {
  const times = count > 1 ? ` × ${formatCount(count)}` : ''
  return [
    `${styledSeverity(severity, output)} ${oneLine(rule)}${times}: ${oneLine(message)}`,
    `    ${oneLine(hint)} (${oneLine(cited(spec))})`,
  ]
}

/** Names the call as `sessions show` lists it, the frame or body, and the pointer within it. */
function placeText({ finding: { pointer }, entry }: FoundAt, row: ExchangeRow | undefined): string {
  const place = entry.kind === 'frame' ? `frame ${entry.index + 1}` : entryPlace(entry)
  return [
    oneLine(row?.label ?? entry.kind),
    `${place} ${oneLine(pointer)}`.trimEnd(),
    timeText(entry.at),
  ].join(', ')
}

function styledSeverity(severity: Severity, { styled }: Output): string {
  return styled(severity === 'error' ? 'red' : 'yellow', severity)
}

// Equal findings, counted, with the first and the last of them.

interface FoundAt {
  readonly finding: Finding
  readonly entry: Entry
}

interface Folded {
  readonly first: FoundAt
  readonly last: FoundAt
  readonly count: number
}

interface RuleFindings extends Pick<Finding, 'rule' | 'severity'> {
  readonly messages: ReadonlyMap<string, Folded>
  /** The number of findings with further messages. */
  readonly others: number
}

/** Sorted by severity, then by rule. */
export async function foldFindings(findings: AsyncIterable<FoundAt>): Promise<readonly RuleFindings[]> {
  const rules = new Map<string, { messages: Map<string, Folded>; others: number } & RuleFindings>()
  for await (const each of findings) {
    const { rule, severity, message } = each.finding
    const key = JSON.stringify([rule, severity])
    const before = rules.get(key) ?? { rule, severity, messages: new Map<string, Folded>(), others: 0 }
    rules.set(key, before)
    const same = before.messages.get(message)
    if (same === undefined && before.messages.size === maxRuleMessages) before.others += 1
    else
      before.messages.set(message, {
        first: same?.first ?? each,
        last: each,
        count: (same?.count ?? 0) + 1,
      })
  }
  return [...rules.values()].toSorted(
    (one, other) =>
      severities.indexOf(other.severity) - severities.indexOf(one.severity) ||
      (one.rule < other.rule ? -1 : 1),
  )
}
