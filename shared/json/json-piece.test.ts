import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pointerTo, resolvePointer } from '../a2a/rules/pointer.ts'
import { runSteps } from './json-layout.ts'
import { findValueText } from './json-piece.ts'

const text =
  '{ "a" : [1.0, {"b/c": 12345678901234567890, "~": [ ]}], "a\\u0062": "x\\/y", "d": 1, "d": {"e": null} }'

test.each([
  ['', text],
  ['/a', '[1.0, {"b/c": 12345678901234567890, "~": [ ]}]'],
  ['/a/0', '1.0'],
  ['/a/1/b~1c', '12345678901234567890'],
  ['/a/1/~0', '[ ]'],
  ['/ab', '"x\\/y"'],
  ['/d', '{"e": null}'],
  ['/d/e', 'null'],
  ['/a/2', undefined],
  ['/d/e/f', undefined],
  ['/b', undefined],
])('what stands at %j', (pointer, piece) => {
  expect(runSteps(findValueText(text, pointer))).toBe(piece)
})

test('for any JSON, the piece at a pointer is the value it names', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const document = JSON.parse(JSON.stringify(value))
      const written = JSON.stringify(document, null, 1)
      for (const pointer of pointersIn(document, [])) {
        expect(JSON.parse(runSteps(findValueText(written, pointer)) ?? '')).toEqual(
          resolvePointer(document, pointer),
        )
      }
    }),
  )
})

function pointersIn(value: unknown, path: readonly (string | number)[]): string[] {
  const own = pointerTo(path)
  if (typeof value !== 'object' || value === null) return [own]
  return [own, ...Object.entries(value).flatMap(([name, inner]) => pointersIn(inner, [...path, name]))]
}
