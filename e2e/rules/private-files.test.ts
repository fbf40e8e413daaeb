// What Parley writes is for its user alone, so every writer takes its modes from one place; what leaves them out is found here.
// What the user asked for by name, to hand on, is theirs to share.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const writing =
  /\b(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|mkdir|mkdirSync)\((?!\))[^\n]*/g
const isPrivate = /\b(private|asked)(File|Folder)\b/
/** Files are made by `createPrivately` first. */
const opening = /new DatabaseSync\((?!':memory:')/g

function carelessIn(source: string): readonly string[] {
  const calls = [...source.matchAll(writing)].map(([call]) => call).filter((call) => !isPrivate.test(call))
  const opened = source.includes('createPrivately(')
    ? []
    : [...source.matchAll(opening)].map(([call]) => call)
  return [...calls, ...opened]
}

test('every file and folder the app makes is made private, but those that the user named', () => {
  const sources = globSync('electron/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|testing\/|^electron\/(dev|built)\.ts$/.test(path),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(
    sources.flatMap((path) =>
      carelessIn(readFileSync(join(root, path), 'utf8')).map((call) => `${path}: ${call}`),
    ),
  ).toEqual([])
})

test.each([
  ["writeFileSync(path, '', privateFile)", 0],
  ["writeFileSync(path, '')", 1],
  ['mkdir(folder, { recursive: true })', 1],
  ['createWriteStream(path, { mode: 0o644 })', 1],
  ['new DatabaseSync(path)', 1],
  ["new DatabaseSync(':memory:')", 0],
])('%s', (source, careless) => {
  expect(carelessIn(source)).toHaveLength(careless)
})
