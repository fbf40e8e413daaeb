// What help, completion and the manual page say of the verbs, held to the tables that parse them.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCommand } from '#testing/cli/run-command.ts'
import { ensureBuilt } from '../built.ts'
import { parseOptions } from '../options.ts'
import { windowVerbs } from '../start-flags.ts'
import { readCall } from './verb.ts'
import { allVerbs, verbs } from './verbs.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, '..', '..'), () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-examples-'))
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The words of a command up to a pipe or a redirection, without their quotes. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/"[^"]*"|'[^']*'|[^\s'"]+/g) ?? []
  const end = words.findIndex((word) => /^[|>]/.test(word))
  return words.slice(0, end < 0 ? undefined : end).map((word) => word.replaceAll(/^["']|["']$/g, ''))
}

test.each(allVerbs.map((verb) => [verb.name, verb] as const))('%s has examples', (_name, { examples }) => {
  expect(examples).not.toEqual([])
})

test.each(
  verbs.flatMap((verb) =>
    verb.examples.map(([command]) => [`${verb.name} ${command}`, verb, command] as const),
  ),
)('parley %s is understood', (_line, verb, command) => {
  expect(readCall(verb, wordsOf(command)).help).toBe(false)
})

test.each(
  windowVerbs.flatMap(({ name, examples }) => examples.map(([command]) => [`${name} ${command}`] as const)),
)('parley %s opens something', (line) => {
  expect(parseOptions(wordsOf(line))).toMatchObject({ kind: 'start' })
})

test('the manual page has every verb', async () => {
  const { code, stdout } = await startCommand(['man'], folder).done
  expect(code).toBe(0)
  for (const { name } of allVerbs) expect(stdout).toContain(`.SS parley\\-a2a ${name}`)
})
