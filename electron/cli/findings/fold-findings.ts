// Equal findings as one: how many there are, with the first and the last of them.

import type { Finding } from '#shared/a2a/finding.ts'
import { severities } from '#shared/a2a/severities.ts'
import type { Entry } from '#shared/record/entry.ts'

/** Messages of one rule that are listed; the list says how many findings have others. */
const maxRuleMessages = 5

export interface FoundAt {
  readonly finding: Finding
  readonly entry: Entry
}

interface Folded {
  readonly first: FoundAt
  readonly last: FoundAt
  readonly count: number
}

/** Of one rule and severity. */
export interface RuleFindings extends Pick<Finding, 'rule' | 'severity'> {
  readonly messages: ReadonlyMap<string, Folded>
  /** Findings with still other messages. */
  readonly others: number
}

/** The gravest first, then by rule. */
export async function foldFindings(found: AsyncIterable<FoundAt>): Promise<readonly RuleFindings[]> {
  const rules = new Map<string, { messages: Map<string, Folded>; others: number } & RuleFindings>()
  for await (const each of found) {
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
