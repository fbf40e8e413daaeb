import { expect, test } from 'vitest'
import { walkJson } from './json-tokens.ts'

/** Each step as `kind text at /path`. */
function stepsIn(text: string): readonly string[] {
  const steps: string[] = []
  for (const step of walkJson(text)) {
    const path = step?.inside.map(({ key }) => `/${key}`).join('')
    if (step) steps.push(`${step.kind} ${text.slice(step.start, step.end)} ${path}`.trimEnd())
  }
  return steps
}

test('the names, values and brackets of a text, with the path of each', () => {
  expect(stepsIn('{"a": [1, {"b\\"": "}"}], "c": null}')).toEqual([
    'open {',
    'name "a" /a',
    'open [ /a',
    'value 1 /a/0',
    'open { /a/1',
    'name "b\\"" /a/1/b"',
    'value "}" /a/1/b"',
    'close } /a/1',
    'close ] /a',
    'name "c" /c',
    'value null /c',
    'close }',
  ])
})

test.each([
  ['', []],
  ['nul', ['value nul']],
  ['{"a', ['open {', 'name "a /']],
  ['{"a":1,2}', ['open {', 'name "a" /a', 'value 1 /a', 'value 2 /', 'close }']],
  ['[1,,]]', ['open [', 'value 1 /0', 'close ]', 'close ]']],
])('a text that is no JSON is read as far as it goes: %j', (text, expected) => {
  expect(stepsIn(text)).toEqual(expected)
})

test('a text of any depth is read without recursion, with pauses', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const steps = [...walkJson(deep)]
  expect(steps.filter((step) => step === undefined)).toHaveLength(10)
  expect(steps.filter((step) => step?.kind === 'close')).toHaveLength(10_000)
})
