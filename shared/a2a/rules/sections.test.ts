// Whatever the version of an agent, its findings cite a section that exists in that version's specification.

import { describe, expect, it } from 'vitest'
import { allCases } from '#testing/rules/cases/all-cases.ts'
import { sectionsIn } from '#testing/rules/cases/spec-sections.ts'
import { readCaptures } from '../../../e2e/fixtures/capture.ts'
import { dialectOf, judgeCapture } from '../../../e2e/fixtures/judge-capture.ts'
import { ruleIds, rules } from './registry.ts'
import { type CitedVersion, citedVersions, noVersion, specOf, topics } from './sections.ts'
import { objectBook } from './shapes/books.ts'

const sections = new Map<string, ReadonlySet<string>>(
  citedVersions.map((version) => [version, sectionsIn(version)]),
)
const elsewhere = [noVersion, 'AI Catalog 1.0', 'RFC 8259', 'W3C Trace Context 1', 'Parley']

function exists({ version, section }: { readonly version: string; readonly section: string }): boolean {
  return sections.get(version)?.has(section) ?? elsewhere.includes(version)
}

describe.each(citedVersions)('in %s', (version: CitedVersion) => {
  it('every topic has a section that exists', () => {
    const missing = topics.map((topic) => specOf(topic, version)).filter((spec) => !exists(spec))
    expect(missing).toEqual([])
  })

  it('every rule cites this version, or a document that has no other', () => {
    const strange = ruleIds.filter((id) => {
      const spec = specOf(rules[id].section, version)
      return spec.version !== version && !elsewhere.includes(spec.version)
    })
    expect(strange).toEqual([])
  })
})

it('what breaks a rule is told with a section that exists', () => {
  const wrong = allCases.flatMap(([rule, , , what, findings]) =>
    findings()
      .filter(({ spec }) => !exists(spec))
      .map(({ spec }) => `${rule} ${what}: ${spec.version} §${spec.section}`),
  )
  expect(wrong).toEqual([])
})

it('what is found in a capture cites the version that was spoken', () => {
  const wrong = readCaptures().flatMap((capture) =>
    judgeCapture(capture)
      .findings.filter(({ place }) => place !== 'card')
      .filter(({ finding: { spec } }) => {
        const spoken = (['JSONRPC', 'HTTP+JSON'] as const).map(
          (binding) => objectBook(dialectOf(capture.name, binding), binding).version,
        )
        return !elsewhere.includes(spec.version) && !spoken.includes(spec.version)
      })
      .map(({ place, finding }) => `${capture.name} ${place} ${finding.rule} ${finding.spec.version}`),
  )
  expect(wrong).toEqual([])
})
