// Every rule has a breaking case for each of its severities, and each case is found in its place.

import { describe, expect, it } from 'vitest'
import { allCases } from '#testing/rules/cases/all-cases.ts'
import { ruleIds, rules } from './registry.ts'

describe('rules', () => {
  it.each(allCases)('%s (%s) at %j: %s', (rule, severity, pointer, _what, findings) => {
    const matches = findings().map((finding) => [finding.rule, finding.severity, finding.pointer])
    expect(matches).toContainEqual([rule, severity, pointer])
  })

  it('each have a case for every severity they declare', () => {
    const declared = ruleIds.flatMap((id) =>
      [rules[id].severity, ...rules[id].also].map((each) => `${id} ${each}`),
    )
    const shown = new Set(allCases.map(([id, severity]) => `${id} ${severity}`))
    expect([...shown].sort()).toEqual(declared.sort())
  })
})
