import { expect, test } from 'vitest'
import { changelogSection } from './changelog-section.ts'

const changelog = `# Changelog

## 0.3.0, unreleased

- Not yet.

## 0.2.1, 2026-02-01

## 0.2.0, 2026-01-31

- Second.

  More of it.

## 0.1.0, 2026-01-01

- First.
`

test.each([
  ['0.2.0', { kind: 'found', text: '- Second.\n\n  More of it.' }],
  ['0.1.0', { kind: 'found', text: '- First.' }],
  ['0.2.1', { kind: 'missing', why: 'The changelog says nothing under "## 0.2.1, 2026-02-01".' }],
  [
    '0.3.0',
    {
      kind: 'missing',
      why: 'The changelog\'s "## 0.3.0, unreleased" has no date, as in "## 0.3.0, 2026-01-31".',
    },
  ],
  ['0.2', { kind: 'missing', why: 'The changelog has no section "## 0.2, …".' }],
])('the section of %s', (version, expected) => {
  expect(changelogSection(changelog, version)).toEqual(expected)
})

test('a file with the line ends of Windows says the same', () => {
  expect(changelogSection(changelog.replaceAll('\n', '\r\n'), '0.1.0')).toEqual({
    kind: 'found',
    text: '- First.',
  })
})
