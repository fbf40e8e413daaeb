// A bound has one name, which begins with `max`, and a sentence that says what it cuts; docs/BOUNDS.md lists them all.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boundsTable, readBounds, sourceFiles } from '../../docs/bounds-table.ts'

const root = join(import.meta.dirname, '..', '..')
const bounds = readBounds()

test('docs/BOUNDS.md is current (npm run bounds)', () => {
  expect(readFileSync(join(root, 'docs', 'BOUNDS.md'), 'utf8')).toBe(boundsTable(bounds))
  expect(bounds.length).toBeGreaterThan(200)
})

test('each bound says what it cuts and how that is seen', () => {
  expect(bounds.filter(({ sentence }) => !/^[A-Z].{8,}\.$/.test(sentence))).toEqual([])
})

test('each bound is a number', () => {
  expect(bounds.filter(({ value }) => !Number.isFinite(value) || value <= 0)).toEqual([])
})

test('no two bounds have one name', () => {
  const names = bounds.map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

/** What a bound looks like that is none: another word for it, or a number where a text, a list or an input is cut. */
const nameless = [
  /^(?:export )?const (?:most|longest|largest|deepest|highest)(?:[A-Z]\w*)? = [\d(]/m,
  /^(?:export )?const \w*(?:Limit|_LIMIT|Maximum) = [\d(]/m,
  /^(?:export )?const MAX_\w+/m,
  /maxLength=\{\d/,
  /\.slice\((?:0, )?-?\d[\d_]+\)/,
  /(?<!z\.int\(\)[^\n]*|z\.number\(\)[^\n]*|Math)\.max\(\d[\d_ *]+\)/,
]

/** Numbers of a format, not of ours to choose. */
const formats: readonly string[] = [
  // The day of an ISO date.
  '.slice(0, 10)',
  // Half of a SHA-256 in hex.
  ".digest('hex').slice(0, 32)",
  // The second of an ISO date.
  '.toISOString().slice(0, 19)',
]

test('nothing is cut at a number without a name', () => {
  const found = sourceFiles().flatMap((path) => {
    const text = formats.reduce(
      (left, format) => left.replaceAll(format, ''),
      readFileSync(join(root, path), 'utf8'),
    )
    return nameless.flatMap((pattern) =>
      pattern.exec(text)?.[0] ? [`${path}: ${pattern.exec(text)?.[0]}`] : [],
    )
  })
  expect(found).toEqual([])
})

test.each([
  'const mostRows = 200',
  'const rowLimit = 200',
  'text.slice(0, 200)',
  '<input maxLength={200} />',
  'z.string().max(200)',
  'z.array(word).max(64 * 1024)',
])('“%s” is a bound without its name', (line) => {
  expect(nameless.some((pattern) => pattern.test(line))).toBe(true)
})

test.each([
  'const maxRows = 200',
  'text.slice(0, maxRows)',
  'z.int().min(1).max(65_535)',
  'Math.max(10, width)',
])('“%s” is none', (line) => {
  expect(nameless.some((pattern) => pattern.test(line))).toBe(false)
})
