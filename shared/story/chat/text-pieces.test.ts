import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxTextPieceChars, TextPieces } from './text-pieces.ts'

function piecesOf(...chunks: readonly string[]) {
  const pieces = new TextPieces()
  for (const chunk of chunks) pieces.add(chunk)
  return pieces
}

test('pieces add up to the text, whatever it came in', () => {
  const words = fc.constantFrom(
    'word ',
    'x'.repeat(900),
    '\n',
    '\n\n',
    '```js\n',
    '```\n',
    '- item\n',
    '  more\n',
    '😀',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 200 }), (chunks) => {
      const list = piecesOf(...chunks).list()
      expect(list.map(({ text }) => text).join('')).toBe(chunks.join(''))
      expect(list.every(({ text }) => text.length <= maxTextPieceChars)).toBe(true)
    }),
  )
})

test('a finished piece is the same object for good', () => {
  const pieces = new TextPieces()
  const observed: unknown[] = []
  for (let index = 0; index < 300; index++) {
    pieces.add(`Paragraph ${index}, with a few words in it.\n\n`)
    const list = pieces.list()
    for (const [at, piece] of list.slice(0, -1).entries()) {
      observed[at] ??= piece
      expect(piece).toBe(observed[at])
    }
  }
  expect(observed.length).toBeGreaterThan(2)
})

test.each([
  ['paragraphs end at a blank line', 'A sentence.\n\n'.repeat(600), /\n\n$/],
  ['a long line ends at a space', 'word '.repeat(6_000), / $/],
  ['a line without spaces ends anywhere', 'x'.repeat(30_000), /x$/],
  ['emoji are not cut', '😀'.repeat(15_001), /\u{1F600}$/u],
])('%s', (_name, text, end) => {
  for (const piece of piecesOf(text).list().slice(0, -1)) expect(piece.text).toMatch(end)
})

test('code that is too long for one piece goes on as code', () => {
  const code = `before\n\n\`\`\`ts\n${'const a = 1\n'.repeat(2_000)}\`\`\`\n\nafter`
  const list = piecesOf(code).list()
  expect(list.slice(1, -1).every(({ fence }) => fence === '```ts')).toBe(true)
  expect(list.at(0)?.fence).toBeUndefined()
})

test('twenty megabytes on one line are pieces like any other', () => {
  expect(piecesOf('y'.repeat(20_000_000)).list().length).toBe(Math.ceil(20_000_000 / maxTextPieceChars))
})
