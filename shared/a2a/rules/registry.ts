// Every rule of the findings, declared once. Ids are those of the conformance kit where one matches, else ours
// (`PARLEY-<AREA>-NNN`). docs/RULES.md is generated from this table.

import { cardRules } from './registry/card-rules.ts'
import { envelopeRules } from './registry/envelope-rules.ts'
import { httpRules } from './registry/http-rules.ts'
import { objectRules } from './registry/object-rules.ts'
import { pushRules } from './registry/push-rules.ts'
import { type Rule, type RuleArea, rule } from './registry/rule.ts'
import { sequenceRules } from './registry/sequence-rules.ts'
import { streamRules } from './registry/stream-rules.ts'

const traceRules = {
  'PARLEY-TRACE-001': rule({
    title: 'The trace of a call is continued',
    severity: 'info',
    section: { version: 'W3C Trace Context 1', section: '3.2' },
    meaning:
      'The request carried a `traceparent`, but the agent’s span of it begins a separate trace: what the agent does can’t be found from the call.',
    hint: 'Take the context from the request’s headers before the server’s span begins: use OpenTelemetry’s instrumentation of the HTTP or gRPC server, with the `tracecontext` propagator.',
  }),
} as const

const boundRules = {
  'PARLEY-BOUND-001': rule({
    title: 'More findings than are listed',
    severity: 'info',
    section: { version: 'Parley', section: 'Bounds' },
    meaning: 'The document strays in so many places that the rest is not listed.',
    hint: 'Fix the listed findings, then check again.',
  }),
  'PARLEY-BOUND-002': rule({
    title: 'A value is nested very deep',
    severity: 'warning',
    section: { version: 'RFC 8259', section: '9' },
    meaning: 'Many JSON readers refuse or crash on deep nesting; what is nested deeper wasn’t checked.',
    hint: 'Flatten the value.',
  }),
  'PARLEY-BOUND-003': rule({
    title: 'A member’s name is very long',
    severity: 'warning',
    section: { version: 'RFC 8259', section: '9' },
    meaning: 'Names are not meant to carry content; what is under it wasn’t checked.',
    hint: 'Shorten the name.',
  }),
  'PARLEY-BOUND-004': rule({
    title: 'A document has very many values',
    severity: 'info',
    section: { version: 'RFC 8259', section: '9' },
    meaning: 'Reading so many at once holds a client up; what comes after the first of them wasn’t checked.',
    hint: 'Send less at a time: pages, or a file by its URL.',
  }),
} as const

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
