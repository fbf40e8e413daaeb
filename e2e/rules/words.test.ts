// Words that no sentence on screen has: each has a plainer one that the field uses.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

const unwanted: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(whoever|nobody|somebody)\b/i, 'name what it is: the server, the sender, a caller'],
  [/\b(go|goes|went) on\b/i, 'continue, resume'],
  [/\b(no|the) way in\b|\bways in\b/i, 'connection, interface'],
  [/\b(is|are) no (?!longer\b|more\b)[\w-]+/i, 'isn’t a …'],
  [/\bany more\b/i, 'no longer'],
  [/\b(put|take|stay) away\b/i, 'dismiss, remove, stay disconnected'],
  [/\b(is|are|was|were) (told|heard|met)\b/i, 'reported, received, seen'],
  [/\b(was|were) asked for\b/i, 'was requested'],
  [/\bcame to no\b/i, 'matched no'],
  [/\bnot said\b/i, 'not specified'],
  [/\bfind fault with\b/i, 'No findings'],
  [/\bstands? still\b/i, 'is paused'],
  [/\b(is|are) spoken to\b/i, 'is called'],
  [/\bway of speaking\b/i, 'dialect, version'],
  [/\bpast every cache\b/i, 'bypassing caches'],
  [/\b(comes?|came) (late|out of order)\b/i, 'arrived late, arrived out of order'],
  [/\bthe same in another way\b/i, 'repeat over another version or binding'],
  [/\btells? no more\b/i, 'lost the connection to …'],
  [/\bnothing came\b/i, 'no response was received'],
  [/\bas it should be\b/i, 'in order'],
  [/\bwants (?!access\b)/i, 'expects, requires, needs'],
  [/; [^;]*\bwithout it$|\bwhere left out\b/i, '(default: …)'],
  [/\bis looked up\b/i, 'reads a variable'],
  [/\bgave no answer\b|\bno answer came\b/i, 'didn’t respond'],
]

/** What `there is no …` says is that it isn’t there. */
const plain = /\bthere (is|are) no\b/gi

/** Where sentences stand: strings, templates, and text between tags. */
function sentencesIn(source: string): readonly string[] {
  const bare = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')
  const quoted = bare.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []
  const between = bare.match(/[>}][^<>{}=()]*[a-z][^<>{}=()]*[<{]/g) ?? []
  return [...quoted, ...between].filter((each) => each.includes(' '))
}

function unwantedIn(source: string): readonly string[] {
  return sentencesIn(source).flatMap((sentence) => {
    const said = sentence.replace(plain, '')
    return unwanted
      .filter(([words]) => words.test(said))
      .map(([, instead]) => `${sentence.replace(/\s+/g, ' ')} (write: ${instead})`)
  })
}

test('no sentence of the window, the engine or the command line has a word that the field does not use', () => {
  const sources = globSync('{renderer,shared,electron}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    // The demo agent speaks for itself, and names of samples are read by no user.
    .filter(
      (path) => !/\.test\.tsx?$|\/testing\/|^electron\/demo-agent\/|\/rules\/(cases|mutants)\//.test(path),
    )
  expect(sources.length).toBeGreaterThan(500)
  expect(
    sources.flatMap((path) =>
      unwantedIn(readFileSync(join(root, path), 'utf8')).map((found) => `${path}: ${found}`),
    ),
  ).toEqual([])
})

test.each([
  ["const said = 'Nobody listens there.'", 1],
  ['<Button>Go on with it</Button>', 1],
  ['`$' + '{name} is no address.`', 1],
  ["'There is no card yet.'", 0],
  ["'It is no longer there.'", 0],
  ["// nobody waits for it\nconst waiting = 'is waited for'", 0],
])('%s has %i of them', (source, count) => {
  expect(unwantedIn(source)).toHaveLength(count)
})
