import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledOnPage } from './licenses-page.ts'
import { asInstalled, installedPackages, isPermitted, optionalPackages } from './shipped-packages.ts'

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

test('what the page lists as built in is installed in that version', () => {
  const bundled = bundledOnPage(
    readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'LICENSES.md'), 'utf8'),
  )
  expect(bundled.length).toBeGreaterThan(20)
  expect(bundled.map(asInstalled)).toEqual(bundled)
  const [first] = bundled
  expect(bundled.slice(0, 1).map((each) => asInstalled({ ...each, version: '0.0.0' }))).toEqual([first])
})
