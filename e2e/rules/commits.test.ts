import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from './tree.ts'

/** Titles are checked from the commit after this one on. */
const since = '90022f43'
const maxTitleChars = 72
const conventional =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([a-z\d-]+\))?!?: [^A-Z].*[^.]$/

test.each([
  ['fix(tap): refuse a request whose Connection header names Content-Length', true],
  ['refactor: name local variables for what they hold', true],
  ['Say once what of a run begins anew', false],
  ['fix(tap): Refuse it', false],
  ['fix(tap): refuse it.', false],
])('“%s” is a title: %s', (title, isOne) => {
  expect(isTitle(title)).toBe(isOne)
})

test('the titles of commits are conventional, and fit a line', () => {
  expect(titles().filter((title) => !isTitle(title))).toEqual([])
})

function isTitle(title: string): boolean {
  return title.length <= maxTitleChars && conventional.test(title)
}

/** None without a history: in an archive or a shallow clone. */
function titles(): readonly string[] {
  try {
    const range = [`${since}..HEAD`, '--no-merges', '--format=%s']
    const log = execFileSync('git', ['log', ...range], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return log.split('\n').filter((title) => title !== '')
  } catch {
    return []
  }
}
