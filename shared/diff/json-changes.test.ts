import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf } from './json-changes.ts'

test.each([
  ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ['the order of members', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['a text', { v: '1' }, { v: '2' }, [{ kind: 'changed', path: ['v'], before: '1', after: '2' }]],
  ['a kind', { v: [] }, { v: {} }, [{ kind: 'changed', path: ['v'], before: [], after: {} }]],
  ['a new member', {}, { v: null }, [{ kind: 'added', path: ['v'], after: null }]],
  ['a member gone', { v: false }, {}, [{ kind: 'removed', path: ['v'], before: false }]],
  [
    'a skill put first: the others are the same',
    { skills: [{ id: 'a' }, { id: 'b', name: 'B' }] },
    { skills: [{ id: 'new' }, { id: 'a' }, { id: 'b', name: 'C' }] },
    [
      { kind: 'changed', path: ['skills', 'b', 'name'], before: 'B', after: 'C' },
      { kind: 'added', path: ['skills', 'new'], after: { id: 'new' } },
    ],
  ],
  [
    'items without names, by their place',
    [{ id: 'a' }, { id: 'a' }],
    [{ id: 'a' }, { id: 'b' }],
    [{ kind: 'changed', path: ['1', 'id'], before: 'a', after: 'b' }],
  ],
  [
    'members named like those of every object',
    {},
    { constructor: 1 },
    [{ kind: 'added', path: ['constructor'], after: 1 }],
  ],
])('%s', (_name, before, after, expected) => {
  expect(changesOf(before, after)).toEqual(expected)
})

test('the list is no longer than asked for', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, index]))
  expect(changesOf({}, many, 500)).toHaveLength(500)
})

test('a document differs from itself in nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(changesOf(JSON.parse(JSON.stringify(value)), JSON.parse(JSON.stringify(value)))).toEqual([])
    }),
  )
})
