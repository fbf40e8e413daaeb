// A comment that cites docs/PROTOCOL.md, or the specification with its version, cites a section that is there.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CitedVersion } from '#shared/a2a/rules/sections.ts'
import { sectionsIn } from '#testing/rules/cases/spec-sections.ts'
import { families } from '../agents/catalogue/catalogue.ts'

const root = join(import.meta.dirname, '..', '..')
const files = globSync('{shared,electron,renderer,e2e,bench}/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8').replaceAll(/\n\s*(?:\/\/|\*) /g, ' '),
}))

const page = readFileSync(join(root, 'docs', 'PROTOCOL.md'), 'utf8')
const headings = new Set([...page.matchAll(/^##+ (\d+(?:\.\d+)*) /gm)].map(([, number]) => number))

/** `PROTOCOL §3.2, §9.5`, `PROTOCOL.md §4.2 a` and `PROTOCOL 3.3, 3.7 and 9.5`. */
const ours = /PROTOCOL(?:\.md)?,? (§?\d+(?:\.\d+)*(?: [ab]\b)?(?:(?:, | and )§?\d+(?:\.\d+)*(?: [ab]\b)?)*)/g
/** A section without a version before it, where that means our own page. */
const bare = /(?<!\d[^\s]* |PROTOCOL(?:\.md)? |HTML )§(\d+(?:\.\d+)*)/g

function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(/\d+(?:\.\d+)*/g)].map(([number]) => number)
}

test('docs/PROTOCOL.md has every section a comment cites', () => {
  const cited = files.flatMap(({ path, text }) =>
    [...text.matchAll(ours)].flatMap(([, list = '']) => numbersIn(list).map((number) => ({ path, number }))),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ number }) => !headings.has(number))).toEqual([])
})

test('docs/PROTOCOL.md has every section the agents of the kit mirror', () => {
  const own = files.filter(
    ({ path }) => path.startsWith('e2e/agents/') || /(?:captures|framework-findings)\.test\.ts$/.test(path),
  )
  const mirrored = [
    ...Object.values(families)
      .flat()
      .flatMap(({ name, mirrors }) => numbersIn(mirrors).map((number) => ({ path: name, number }))),
    ...own.flatMap(({ path, text }) => [...text.matchAll(bare)].map(([, number = '']) => ({ path, number }))),
  ]
  expect(mirrored.length).toBeGreaterThan(100)
  expect(mirrored.filter(({ number }) => !headings.has(number))).toEqual([])
})

test('the specification has every section that is cited with its version', () => {
  const cited = files.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\b(0\.1\.0|0\.2\.\d|0\.3(?:\.0)?|1\.0)(?:\.\d)? ((?:(?:, |, then | and )?§[\dA]+(?:\.\d+)*)+)/g,
      ),
    ].flatMap(([, version = '', list = '']) =>
      [...list.matchAll(/§([\dA]+(?:\.\d+)*)/g)].map(([, number = '']) => ({ path, version, number })),
    ),
  )
  expect(cited.length).toBeGreaterThan(20)
  const known = (version: string) => (version === '0.3' ? '0.3.0' : version) as CitedVersion
  expect(cited.filter(({ version, number }) => !sectionsIn(known(version)).has(number))).toEqual([])
})
