import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pointerTo, resolvePointer } from '#shared/a2a/rules/pointer.ts'
import { runSteps } from '#shared/json/json-layout.ts'
import { placesOf as placeSteps, pointerAt as pointerSteps } from './json-places.ts'

const placesOf = (text: string, pointers: readonly string[]) => runSteps(placeSteps(text, pointers))
const pointerAt = (text: string, offset: number) => runSteps(pointerSteps(text, offset))

function countSteps(steps: Generator<void, unknown>): number {
  let count = 0
  while (!steps.next().done) count += 1
  return count
}

const card = `{
  "name": "A \\"quoted\\" name",
  "skills": [
    { "id": "one", "tags": [] },
    { "id": "two" }
  ],
  "a/b": { "~": 1 },
  "twice": 1,
  "twice": 2
}`

test.each([
  ['the whole', '', '{'],
  ['a text', '/name', '"A \\"quoted\\" name"'],
  ['a list, by its name', '/skills', '"skills"'],
  ['an item', '/skills/1', '{'],
  ['a member of an item', '/skills/1/id', '"two"'],
  ['an empty list', '/skills/0/tags', '"tags"'],
  ['escaped steps', '/a~1b/~0', '1'],
  ['a name that is there twice: the last one', '/twice', '2'],
  ['a missing member, at what should have it', '/skills/1/tags', '{'],
  ['something missing below something missing', '/provider/url', '{'],
  ['a step into a text', '/name/x', '"A \\"quoted\\" name"'],
])('%s', (_name, pointer, expected) => {
  const place = placesOf(card, [pointer]).get(pointer)
  expect(place && card.slice(place.start, place.end)).toBe(expected)
})

test('a text that breaks off gives what was read', () => {
  const broken = '{"name": "x", "skills": [{"id": "on'
  const places = placesOf(broken, ['/name', '/skills/0/id', '/version'])
  expect(Object.fromEntries(places)).toMatchObject({
    '/name': { start: 9, end: 12 },
    '/skills/0/id': { start: 32, end: 35 },
    '/version': { start: 0, end: 1 },
  })
})

test('a hundred thousand brackets need no stack', () => {
  const deep = `{"extra":${'['.repeat(100_000)}${']'.repeat(100_000)},"name":"x"}`
  expect(placesOf(deep, ['/name']).get('/name')?.start).toBe(deep.length - 4)
})

test('a long text is read in steps', () => {
  const long = `[${'1,'.repeat(50_000)}1]`
  expect(countSteps(placeSteps(long, ['/49999']))).toBe(50)
  expect(countSteps(pointerSteps(long, long.length - 2))).toBe(50)
})

test('for any JSON, the place of a scalar is the scalar', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const document = JSON.parse(JSON.stringify(value))
      const text = JSON.stringify(document, null, 2)
      const scalars = scalarsOf(document, [])
      const places = placesOf(text, scalars)
      for (const pointer of scalars) {
        const { start, end } = places.get(pointer) ?? { start: 0, end: 0 }
        expect(JSON.parse(text.slice(start, end))).toEqual(resolvePointer(document, pointer))
      }
    }),
  )
})

function scalarsOf(value: unknown, path: readonly (string | number)[]): string[] {
  if (typeof value !== 'object' || value === null) return [pointerTo(path)]
  return Object.entries(value).flatMap(([name, inner]) => scalarsOf(inner, [...path, name]))
}

test.each([
  ['{|"a": 1}', '/a'],
  ['{"a": |1}', '/a'],
  ['{"a|": [1, {"b/c": |2}]}'.replace('a|', 'a'), '/a/1/b~1c'],
  ['{"a": [1,| 2]}', '/a'],
  ['{"a": [1, 2|3, 4]}', '/a/1'],
  ['{"a": |[1]}', '/a'],
  ['{"a": [1]|}', ''],
  ['|{}', ''],
  ['[{"x": {"y|": 1', '/0/x/y'],
])('what stands at %s', (marked, pointer) => {
  expect(pointerAt(marked.replace('|', ''), marked.indexOf('|'))).toBe(pointer)
})
