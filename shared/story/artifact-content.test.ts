import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Part } from '../a2a/model.ts'
import { compareParts } from './artifact-content.ts'

const text = (value: string): Part => ({ kind: 'text', text: value })
const data = (value: string): Part => ({ kind: 'data', data: { value } })

test.each<[assembled: Part[], stored: Part[], relation: string, rest: Part[]]>([
  [[text('ab')], [text('a'), text('b')], 'equal', []],
  [[text('a'), text('b')], [text('ab')], 'equal', []],
  [[text('a')], [text('abc'), data('x')], 'stored-ahead', [text('bc'), data('x')]],
  [[text('a'), data('x')], [text('a')], 'stored-behind', []],
  [[text('a'), data('x')], [text('a'), data('y')], 'differs', []],
  [[text('a'), data('x')], [text('ab'), data('x')], 'differs', []],
  [[data('x')], [text(''), data('x'), text('')], 'equal', []],
  [[], [], 'equal', []],
])('%j against %j is %s', (assembled, stored, relation, rest) => {
  expect(compareParts(assembled, stored)).toEqual({ relation, rest })
})

test('members in another order are the same data', () => {
  const one: Part = { kind: 'data', data: { a: 1, b: [{ c: null, d: 'x' }] } }
  const other: Part = { kind: 'data', data: { b: [{ d: 'x', c: null }], a: 1 } }
  expect(compareParts([one], [other]).relation).toBe('equal')
})

/** A text that is cut anywhere is the same text. */
const cutText = fc
  .string({ maxLength: 30 })
  .chain((whole) => fc.tuple(fc.constant(whole), cuts(whole), cuts(whole)))
function cuts(whole: string) {
  return fc.array(fc.nat(whole.length), { maxLength: 5 }).map((places) => {
    const sorted = [0, ...places.toSorted((a, b) => a - b), whole.length]
    return sorted.slice(1).map((end, index) => text(whole.slice(sorted[index], end)))
  })
}

test('where text is cut makes no difference, and the rest completes it', () => {
  fc.assert(
    fc.property(cutText, fc.string({ maxLength: 10 }), ([whole, one, other], more) => {
      expect(compareParts(one, other).relation).toBe('equal')
      const { relation, rest } = compareParts(one, [...other, text(more)])
      expect(relation).toBe(more === '' ? 'equal' : 'stored-ahead')
      expect(whole + rest.map((part) => (part.kind === 'text' ? part.text : '')).join('')).toBe(whole + more)
    }),
  )
})
