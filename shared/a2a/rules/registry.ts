// Every rule a finding can name, declared once. The conformance kit's ids are used where one matches, ours
// (`PARLEY-<AREA>-NNN`) elsewhere. docs/RULES.md is made from this table.

import { cardRules } from './registry/card-rules.ts'
import { envelopeRules } from './registry/envelope-rules.ts'
import { objectRules } from './registry/object-rules.ts'
import type { Rule, RuleArea } from './registry/rule.ts'
import { sequenceRules } from './registry/sequence-rules.ts'
import { transportRules } from './registry/transport-rules.ts'

export const rules = {
  ...cardRules,
  ...objectRules,
  ...envelopeRules,
  ...transportRules,
  ...sequenceRules,
} as const satisfies Readonly<Record<string, Rule>>

export type RuleId = keyof typeof rules

export const ruleIds = Object.keys(rules) as readonly RuleId[]

export function areaOf(id: RuleId): RuleArea {
  if (id in cardRules) return 'card'
  if (id in envelopeRules) return 'envelope'
  if (id in sequenceRules) return 'sequence'
  if (id.startsWith('PARLEY-BOUND')) return 'bounds'
  if (id in objectRules) return 'object'
  if (id.includes('PUSH')) return 'push'
  return id.includes('SSE') ? 'stream' : 'http'
}
