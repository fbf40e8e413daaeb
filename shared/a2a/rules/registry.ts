// Every rule of the findings, declared once. Ids are those of the conformance kit where one matches, else ours
// (`PARLEY-<AREA>-NNN`). docs/RULES.md is generated from this table.

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
