import { expect, test } from 'vitest'
import type { Part } from './model.ts'
import { type PartsText, partsText, plainText } from './parts-text.ts'

const text = (words: string): Part => ({ kind: 'text', text: words })
const data: Part = { kind: 'data', data: { a: [1] } }
const named: Part = { kind: 'file-bytes', base64: 'AAAA', filename: 'a.pdf', mediaType: 'application/pdf' }
const nameless: Part = { kind: 'file-bytes', base64: 'AAAAAAA=' }
const linked: Part = { kind: 'file-url', url: 'https://x.test/a', filename: '', mediaType: 'text/csv' }
const unknown: Part = { kind: 'unknown', raw: { odd: true } }

const json = '{\n  "a": [\n    1\n  ]\n}'

test.each<[string, readonly Part[], PartsText | undefined, string]>([
  ['nothing', [], undefined, ''],
  ['texts, each on its own line', [text('a'), text(''), text('b')], undefined, 'a\n\nb'],
  [
    'texts of an artifact as one',
    [text('a'), text('b'), data, text('c')],
    { joinsTexts: true },
    `ab\n${json}\nc`,
  ],
  ['data and what no version has', [data, unknown], undefined, `${json}\n{\n  "odd": true\n}`],
  [
    'files by name, type and size',
    [named, nameless, linked],
    undefined,
    '[file a.pdf, application/pdf, 3 bytes]\n[file without a name, 5 bytes]\n[file , text/csv: https://x.test/a]',
  ],
  ['in a line', [text('a'), named], { between: ' ' }, 'a [file a.pdf, application/pdf, 3 bytes]'],
  ['as far as there is room', [text('abc'), text('def'), text('ghi')], { maxChars: 5 }, 'abc\nd'],
  [
    'as the caller puts a part',
    [text('a'), data, named, text('b')],
    { between: '|', textOf: ({ kind }) => (kind === 'data' ? undefined : kind) },
    'text|file-bytes|text',
  ],
])('the text of parts: %s', (_what, parts, options, expected) => {
  expect(partsText(parts, options)).toBe(expected)
})

test('the plain text of parts is that of their texts alone', () => {
  expect(plainText(undefined)).toBe('')
  expect(plainText([text('a'), data, named, text('b'), unknown])).toBe('ab')
  expect(plainText([data, text('a'), text('b')], ' ')).toBe('a b')
})
