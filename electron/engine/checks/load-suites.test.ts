import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cpuMs } from '#testing/cpu-ms.ts'
import { loadSuites } from './load-suites.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-suites-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function suite(steps: string, more = ''): string {
  return `acts_version: "1.0"
spec_version: "1.0"
${more}
suites:
  - id: s
    name: S
    tests:
      - { id: T-1, name: one, level: must, steps: [${steps}] }
`
}

const step = '{ id: a, operation: get_task, params: { id: x } }'

test('Parley’s own suites load', async () => {
  const own = await loadSuites([join(import.meta.dirname, 'suites', 'suite.acts.yaml')])
  const ids = own.suites.flatMap(({ tests }) => tests.map(({ id }) => id))
  expect(ids).toContain('CORE-GET-001')
  expect(new Set(ids).size).toBe(ids.length)
})

test('a suite as JSON, and one that takes in others', async () => {
  const json = { acts_version: '1.0', spec_version: '1.0', variables: { a: 'b' }, suites: [] }
  written('j.json', JSON.stringify(json))
  written('y.yaml', suite(step))
  const all = written(
    'all.yaml',
    'acts_version: "1.0"\nspec_version: "1.0"\ninclude: [j.json, y.yaml, ./y.yaml]\n',
  )
  const loaded = await loadSuites([all])
  expect(loaded.suites.map(({ id }) => id)).toEqual(['s'])
  expect(loaded.variables).toEqual({ a: 'b' })
})

test('errors as drafts of the format say them', async () => {
  const steps = [
    '{ id: a, operation: get_task, expect_error: { code: TaskNotFoundError, data: { count_gte: 1 } } }',
    '{ id: b, operation: get_task, expect: { error: { exists: true } } }',
  ]
  const { suites } = await loadSuites([written('draft.yaml', suite(steps.join(',')))])
  expect(suites[0]?.tests[0]?.steps).toMatchObject([
    { expect_error: { error_type: 'TaskNotFoundError', details: { count_gte: 1 } } },
    { expect_error: {} },
  ])
})

describe('a suite that cannot be used is refused with its place', () => {
  test.each([
    [
      'an operator that is not known',
      suite('{ id: a, operation: get_task, expect: { body: { id: { is_uuid: true } } } }'),
      'suites.0.tests.0.steps.0.expect.body: id: “is_uuid” isn’t a known operator',
    ],
    ['an operation that is not known', suite('{ id: a, operation: fly }'), 'suites.0.tests.0.steps.0'],
    [
      'a pattern that is none',
      suite('{ id: a, operation: get_task, expect: { body: { id: { matches: "(", type: string } } } }'),
      '“matches” isn’t a known operator',
    ],
    [
      'a condition that is none',
      suite('{ id: a, operation: get_task, repeat: { until: "when done" } }'),
      'isn’t a condition',
    ],
    [
      'another version',
      suite(step).replace('acts_version: "1.0"', 'acts_version: "2.0"'),
      'acts_version: is a version that Parley doesn’t read',
    ],
    [
      'neither suites nor others',
      'acts_version: "1.0"\nspec_version: "1.0"\n',
      'has neither "suites" nor "include"',
    ],
    ['no YAML', 'a: [', 'isn’t YAML'],
    ['a member twice', `${suite(step)}spec_version: "0.3"\n`, 'isn’t YAML'],
    ['a list', '- 1\n', 'can’t be used'],
    [
      'more than so many steps',
      suite(Array.from({ length: 51 }, () => step).join(',')),
      'suites.0.tests.0.steps',
    ],
  ])('%s', async (_, text, sentence) => {
    await expect(loadSuites([written('bad.yaml', text)])).rejects.toThrow(sentence)
  })

  test('what includes itself', async () => {
    written('one.yaml', 'acts_version: "1.0"\nspec_version: "1.0"\ninclude: [two.yaml]\n')
    const two = written('two.yaml', 'acts_version: "1.0"\nspec_version: "1.0"\ninclude: [one.yaml]\n')
    await expect(loadSuites([two])).rejects.toThrow('includes itself')
  })

  test.each(['../secret.yaml', '/etc/passwd', 'a/../../b.yaml'])('what includes %s', async (path) => {
    const from = written('from.yaml', `acts_version: "1.0"\nspec_version: "1.0"\ninclude: ["${path}"]\n`)
    await expect(loadSuites([from])).rejects.toThrow(`includes ${path}, which is not in its folder`)
  })

  test('anchors that multiply', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let depth = 1; depth < 9; depth += 1) {
      const one = `*a${depth - 1}`
      lines.push(`a${depth}: &a${depth} [${Array.from({ length: 9 }, () => one).join(', ')}]`)
    }
    const bomb = written('bomb.yaml', lines.join('\n'))
    const ms = await cpuMs(() => expect(loadSuites([bomb])).rejects.toThrow('isn’t YAML'))
    expect(ms).toBeLessThan(2_000)
  })

  test('a file of ten megabytes, and one that is not there', async () => {
    await expect(loadSuites([written('long.yaml', '#'.repeat(10_000_000))])).rejects.toThrow(
      'is longer than 2 MB',
    )
    await expect(loadSuites([join(folder, 'none.yaml')])).rejects.toThrow('isn’t there')
  })
})
