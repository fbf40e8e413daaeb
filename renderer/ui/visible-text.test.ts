import { expect, test } from 'vitest'
import { visiblePieces, visibleString } from './visible-text.ts'

test.each([
  ['plain text', 'Zażółć gęślą jaźń\n\tשלום 👩‍💻', 'Zażółć gęślą jaźń\n\tשלום 👩‍💻'],
  ['a direction override', 'safe\u202Egnp.exe', 'safe[U+202E]gnp.exe'],
  ['isolates and marks', '\u2066a\u2069\u200F', '[U+2066]a[U+2069][U+200F]'],
  ['zero width and byte order mark', 'a\u200Bb\uFEFF', 'a[U+200B]b[U+FEFF]'],
  ['control characters', 'bell\u0007null\u0000', 'bell[U+0007]null[U+0000]'],
  ['a bare carriage return, which overwrites in terminals', 'one\rtwo', 'one[U+000D]two'],
  ['a line break of two characters', 'one\r\ntwo', 'one\r\ntwo'],
  ['half a surrogate pair', 'x\uD800y', 'x[U+D800]y'],
  ['tag characters, a text inside the text', 'a\u{E0041}\u{E0042}', 'a[U+E0041][U+E0042]'],
])('%s', (_name, text, shown) => {
  expect(visibleString(text)).toBe(shown)
})

test('a run of the same character is one piece', () => {
  expect(visiblePieces(`a${'\u202E'.repeat(100_000)}b`)).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'unseen', code: 'U+202E', name: 'right-to-left override', count: 100_000 },
    { kind: 'text', text: 'b' },
  ])
})
