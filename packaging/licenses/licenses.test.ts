import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licensesPage } from './licenses-page.ts'
import { installedPackages, isPermitted, optionalPackages } from './shipped-packages.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'LICENSES.md'), 'utf8')
const installed = installedPackages()
const optional = optionalPackages()

test.each([
  ['MIT', true],
  ['(Apache-2.0 AND BSD-3-Clause)', true],
  ['(MIT OR CC0-1.0)', true],
  ['GPL-3.0-only', false],
  ['(MIT AND LGPL-2.1)', false],
  ['SEE LICENSE IN LICENSE.txt', false],
  ['not named', false],
  ['', false],
])('"%s" is permitted: %s', (license, expected) => {
  expect(isPermitted(license)).toBe(expected)
})

test('whatever is installed beside Parley is under a permitted licence', () => {
  expect(installed.length).toBeGreaterThan(20)
  expect([...installed, ...optional].filter(({ license }) => !isPermitted(license))).toEqual([])
})

test('docs/LICENSES.md lists what is installed beside Parley (npm run licenses writes it anew)', () => {
  const [first] = licensesPage({ installed, optional, bundled: [] }).split('## Built into it')
  expect(page.split('## Built into it')[0]).toBe(first)
})
