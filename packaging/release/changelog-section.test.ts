import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changelogSection } from './changelog-section.ts'

const changelog = `# Changelog

## [0.3.0] - unreleased

- Not yet.

## [0.2.1] - 2026-02-01

## [0.2.0] - 2026-01-31

### Added

- Second.

### Fixed

- More of it.

## [0.1.0] - 2026-01-01

- First.
`

test.each([
  ['0.2.0', { kind: 'found', text: '### Added\n\n- Second.\n\n### Fixed\n\n- More of it.' }],
  ['0.1.0', { kind: 'found', text: '- First.' }],
  ['0.2.1', { kind: 'missing', why: 'The changelog says nothing under "## [0.2.1] - 2026-02-01".' }],
  [
    '0.3.0',
    {
      kind: 'missing',
      why: 'The changelog\'s "## [0.3.0] - unreleased" has no date, as in "## [0.3.0] - 2026-01-31".',
    },
  ],
  ['0.2', { kind: 'missing', why: 'The changelog has no section "## [0.2] - …".' }],
])('the section of %s', (version, expected) => {
  expect(changelogSection(changelog, version)).toEqual(expected)
})

test('a file with the line ends of Windows says the same', () => {
  expect(changelogSection(changelog.replaceAll('\n', '\r\n'), '0.1.0')).toEqual({
    kind: 'found',
    text: '- First.',
  })
})

/** What a user reads of one version. */
const maxVersionLines = 120
const ours = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8')

test('the changelog has a section a version, and in it kinds of change alone, in their order', () => {
  const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  const versions = ours.split(/^## /m).slice(1)
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) {
    const [heading = '', ...parts] = version.split(/^### /m)
    expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - (?:unreleased|\d{4}-\d\d-\d\d)\n\n/)
    expect(version.trim().split('\n').length).toBeLessThanOrEqual(maxVersionLines)
    const names = parts.map((part) => part.split('\n')[0])
    expect(names).toEqual(kinds.filter((kind) => names.includes(kind)))
    // Where a kind has many entries they stand by subject.
    const lists = parts
      .flatMap((part) => part.split(/^#### /m))
      .filter((text) => text.trim().includes('\n'))
      .map((text) => text.split(/^- /m).slice(1))
    expect(lists.flat().filter((entry) => entry.length > 320)).toEqual([])
    expect(lists.every((list) => list.length > 0)).toBe(true)
  }
})
