// Help, completion, manual page and documents against the tables of verbs. Members that an example takes out with jq
// must be in the output.

import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCommand } from '#testing/cli/run-command.ts'
import { agent } from '../../e2e/agents/agent.ts'
import { cardWithout } from '../../e2e/agents/quirks/addresses.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { ensureBuilt } from '../built.ts'
import { parseOptions } from '../options.ts'
import { windowVerbs } from '../start-flags.ts'
import { isVerb, verbOf } from './cli.ts'
import { readCall } from './verb.ts'
import { allVerbs, verbs } from './verbs.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, '..', '..'), () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-examples-'))
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The words of a command up to a pipe or a redirection, unquoted. */
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

interface Line {
  readonly page: string
  readonly line: string
  readonly isWhole: boolean
}

const root = join(import.meta.dirname, '..', '..')
const started =
  /^(?:npx (?:-y |--yes )?parley-a2a(?:@\S+)?|npm run --silent parley --|podman run [^|]* parley|parley(?:-a2a)?|command:) (.*)$/

/** Command lines of a page: those in code blocks, and those in sentences that have no placeholder. */
function linesOf(page: string): readonly Line[] {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/^```(?:sh|yaml|)\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block
      .replaceAll(/ \\\n\s*/g, ' ')
      .replaceAll(/>-\n((?: {10}.*\n)+)/g, (_, lines: string) => lines.replaceAll(/\n?\s{10}/g, ' '))
      .split('\n')
      .map((line) => line.replace(/^\s*(?:- run: +)?/, '').replace(/\s+# .*$/, '')),
  )
  const spans = [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  )
  return [
    ...blocks.map((line) => ({ page, line, isWhole: true })),
    ...spans.map((line) => ({ page, line, isWhole: false })),
  ].filter(({ line }) => started.test(line) && !/VERB|…|\[options\]/.test(line))
}

const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })].filter((page) => page !== 'docs/CLI.md')
const lines = pages.flatMap(linesOf)

test('pages have commands to type', () => {
  expect(lines.filter(({ isWhole }) => isWhole).length).toBeGreaterThan(12)
  expect(lines.filter(({ isWhole }) => !isWhole).length).toBeGreaterThan(12)
})

test.each(lines)('$page: $line is understood', ({ line, isWhole }) => {
  const args = wordsOf(started.exec(line)?.[1] ?? '')
  if (!isVerb(args)) return expect(parseOptions(args)).not.toMatchObject({ kind: 'wrong' })
  const verb = verbOf(args)
  expect(verb?.verb.name).toMatch(/\w/)
  if (!verb) return
  const operands = verb.verb.operands.split(' ').filter((word) => word !== '')
  const missing = operands.slice(verb.rest.filter((word) => !word.startsWith('-')).length)
  expect(readCall(verb.verb, [...verb.rest, ...(isWhole ? [] : missing)])).toBeDefined()
})

test('a version of the package that is named is this one, and a snippet that asks nothing names one', () => {
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8')
    const named = [...text.matchAll(/parley-a2a@([\w.-]*\w)/g)].map(([, version]) => version)
    expect([page, named.filter((version) => version !== packageJson.version)]).toEqual([page, []])
    expect([page, text.match(/(-y|--yes)(",)? "?parley-a2a(?!@).*/g)]).toEqual([page, null])
  }
})

/** The part of jq that the examples use: a path over a stream of JSON, with absent values left out on `// empty`. */
function jq(filter: string, output: string): readonly unknown[] {
  const [, path = '', isLeftOut] = /^((?:\.\w+|\[\d+\])+)( \/\/ empty)?$/.exec(filter) ?? []
  const documents: unknown[] = /^\{$/m.test(output)
    ? [JSON.parse(output)]
    : output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
  const matches = documents.map((document) =>
    [...path.matchAll(/\w+/g)].reduce<unknown>((value, [key]) => Object(value)[key], document),
  )
  return isLeftOut === undefined ? matches : matches.filter((value) => value !== undefined)
}

const piped = verbs.flatMap(({ name, examples }) =>
  examples.flatMap(([command]) => {
    const [, filter] = /\| jq (?:-r )?('[^']+'|\S+)/.exec(command) ?? []
    return filter === undefined ? [] : [{ name, command, filter: filter.replaceAll("'", '') }]
  }),
)

test('what the examples take out of JSON is there', async () => {
  const { url, close } = await agent({ dialect: '1.0', quirks: [cardWithout('description')] })
  vi.stubEnv('TOKEN', 'a-token')
  const run = (...args: readonly string[]) => startCommand(args, folder).done
  try {
    await run('send', url, 'hi')
    expect((await run('sessions', 'export', 'last', '--out', 'bug.parley')).code).toBe(0)
    const matches = new Map<string, readonly unknown[]>()
    for (const { name, command, filter } of piped) {
      const args = wordsOf(command).map((word) => word.replace('https://agent.example', url))
      const { code, stdout } = await run(...name.split(' '), ...args)
      expect([name, code]).toEqual([name, 0])
      matches.set(name, jq(filter, stdout))
    }
    expect(Object.fromEntries(matches)).toEqual({
      'card get': [
        expect.objectContaining({ name: expect.any(String), supportedInterfaces: expect.any(Array) }),
      ],
      'sessions list': [expect.stringMatching(/^[\w-]{36}$/)],
      'sessions export': ['request', 'response', 'end'],
      findings: [expect.stringMatching(/^[A-Z]+-/)],
    })
  } finally {
    vi.unstubAllEnvs()
    await close()
  }
})
