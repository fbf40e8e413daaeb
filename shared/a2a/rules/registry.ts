// Every rule a finding can name, declared once. The conformance kit's ids are used where one matches, ours
// (`PARLEY-<AREA>-NNN`) elsewhere. docs/RULES.md is made from this table.

import { boundRules } from './registry/bound-rules.ts'
import { cardRules } from './registry/card-rules.ts'
import { envelopeRules } from './registry/envelope-rules.ts'
import { httpRules } from './registry/http-rules.ts'
import { objectRules } from './registry/object-rules.ts'
import { pushRules } from './registry/push-rules.ts'
import type { Rule, RuleArea } from './registry/rule.ts'
import { sequenceRules } from './registry/sequence-rules.ts'
import { streamRules } from './registry/stream-rules.ts'
import { traceRules } from './registry/trace-rules.ts'

export const rules = {
  ...cardRules,
  ...objectRules,
  ...envelopeRules,
  ...httpRules,
  ...streamRules,
  ...pushRules,
  ...sequenceRules,
  ...traceRules,
  ...boundRules,
} as const satisfies Readonly<Record<string, Rule>>

export type RuleId = keyof typeof rules

export const ruleIds = Object.keys(rules) as readonly RuleId[]

export const rulesByArea: Readonly<Record<RuleArea, Readonly<Record<string, Rule>>>> = {
  card: cardRules,
  object: objectRules,
  envelope: envelopeRules,
  http: httpRules,
  stream: streamRules,
  push: pushRules,
  sequence: sequenceRules,
  trace: traceRules,
  bounds: boundRules,
}
