// `parley findings`: of an agent's card, as it is now, or of a session.

import { type Finding, type Severity, severities } from '#shared/a2a/finding.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { FindingGroup } from '#shared/record/finding-groups.ts'
import { verbExitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { isSessionFile, rowsOf, withSession } from '../sessions/named-session.ts'
import type { VerbCall } from '../verb.ts'
import { withAgent } from '../with-agent.ts'
import type { EngineRun } from '../with-engine.ts'

export function listFindings(call: VerbCall): Promise<number> {
  const [named = ''] = call.operands
  if (/^https?:/i.test(named) && !isSessionFile(call)) {
    return withAgent(call, (run) => tell(run, run.engine.sessions.currentSession(), call))
  }
  return withSession(call, (run) => tell(run, run.session.id, call))
}

const pageRows = 200

async function tell(
  { engine, signal, output }: EngineRun,
  sessionId: string,
  { flags }: VerbCall,
): Promise<number> {
  const { console } = engine.readersOf(sessionId)
  const isAsked = ({ severity }: { readonly severity: Severity }) =>
    severities.indexOf(severity) >= severities.findIndex((each) => each === flags['severity'])
  const muted = flags['muted'] === true
  let told = 0
  if (output.isJson || flags['all'] === true) {
    const pages = rowsOf((offset) => console.findings({ sessionId, muted, offset, limit: pageRows }), signal)
    for await (const { findings = [], ...entry } of pages) {
      for (const finding of findings.filter(isAsked)) {
        tellFinding(finding, entry, output)
        told += 1
      }
    }
  } else {
    const pages = rowsOf(
      (offset) => console.findingGroups({ sessionId, muted, offset, limit: pageRows }),
      signal,
    )
    for await (const group of pages) {
      if (!isAsked(group)) continue
      const { rule, agentId } = group
      const of = { rule, ...defined({ agentId }) }
      const { rows } = await console.findings({ sessionId, group: of, offset: 0, limit: shownPlaces })
      tellGroup(group, rows, output)
      told += 1
    }
  }
  if (told === 0) output.note(muted ? 'No muted findings.' : 'No findings.')
  const { mutedRules } = await console.findingGroups({ sessionId, offset: 0, limit: 1 })
  if (mutedRules > 0 && !muted)
    output.note(
      `${mutedRules === 1 ? '1 rule' : `${formatCount(mutedRules)} rules`} muted, listed by --muted.`,
    )
  return verbExitCodes.done
}

function tellFinding(finding: Finding, { exchangeId, seq, at, kind }: Entry, output: Output): void {
  const { severity, rule, pointer, message, hint, spec } = finding
  output.line({ ...finding, exchangeId, seq, at, kind }, () =>
    [
      `${styledSeverity(severity, output)} ${oneLine(rule)} ${oneLine(pointer)}: ${oneLine(message)}`,
      `    ${oneLine(hint)} (A2A ${oneLine(spec.version)}, ${oneLine(spec.section)})`,
    ].join('\n'),
  )
}

const shownPlaces = 3

/** `entries` are the first that have it. */
function tellGroup(group: FindingGroup, entries: readonly Entry[], output: Output): void {
  const { severity, rule, count, message, hint } = group
  const places = entries
    .flatMap(({ findings = [] }) => findings.filter((each) => each.rule === rule))
    .map(({ pointer }) => oneLine(pointer))
    .slice(0, shownPlaces)
  const times = count > 1 ? ` ×${formatCount(count)}` : ''
  const more =
    count > places.length ? `, and ${formatCount(count - places.length)} more that --all lists` : ''
  output.line(group, () =>
    [
      `${styledSeverity(severity, output)} ${oneLine(rule)}${times}: ${oneLine(message)}`,
      `    ${oneLine(hint)}`,
      `    at ${places.join(', ')}${more}`,
    ].join('\n'),
  )
}

function styledSeverity(severity: Severity, { styled }: Output): string {
  return styled(severity === 'error' ? 'red' : 'yellow', severity)
}
