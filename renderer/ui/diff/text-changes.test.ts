import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textChanges } from './paired-texts.ts'

test.each([
  ['nothing', 'a b', 'a b', [['same', 'a b']]],
  ['an empty text', '', 'new', [['added', 'new']]],
  [
    'a word',
    'three days in Lisbon',
    'four days in Lisbon',
    [
      ['removed', 'three'],
      ['added', 'four'],
      ['same', ' days in Lisbon'],
    ],
  ],
  [
    'a line between others',
    'one\ntwo\nthree\n',
    'one\nthree\nfour\n',
    [
      ['same', 'one\n'],
      ['removed', 'two\n'],
      ['same', 'three\n'],
      ['added', 'four\n'],
    ],
  ],
])('%s', (_name, before, after, expected) => {
  expect(textChanges(before, after).map(({ kind, text }) => [kind, text])).toEqual(expected)
})

test('what stays and what went is the one text, what stays and what came the other', () => {
  const words = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'ä', '😀', '.'), { maxLength: 60 })
  fc.assert(
    fc.property(words, words, (left, right) => {
      const [before, after] = [left.join(''), right.join('')]
      const changes = textChanges(before, after)
      const without = (dropped: string) =>
        changes
          .filter(({ kind }) => kind !== dropped)
          .map(({ text }) => text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})

test('texts that share next to nothing are told as replaced, in few pieces', () => {
  const lines = (word: string) => Array.from({ length: 50_000 }, (_, index) => `${word} ${index}\n`).join('')
  const changes = textChanges(`same\n${lines('left')}`, `same\n${lines('right')}`)
  expect(changes.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added'])
})

test('between two runs that are the same, what went stands before what came, each once', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ' '), { maxLength: 40 })
  fc.assert(
    fc.property(words, words, (left, right) => {
      const kinds = textChanges(left.join(''), right.join('')).map(({ kind }) => kind)
      expect(kinds.join(' ')).not.toMatch(/added removed|(removed|added|same) \1/)
    }),
  )
})
