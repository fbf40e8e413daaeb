import { expect, test } from 'vitest'
import { codeTokens } from './code-tokens.ts'

const observe = (text: string, language: string) =>
  codeTokens(text, language).flatMap(({ kind, text: piece }) =>
    kind === 'plain' ? [] : [`${kind} ${piece}`],
  )

test.each<[string, string, readonly string[]]>([
  ['ts', 'const a = "x\\"y" // done', ['word const', 'string "x\\"y"', 'comment // done']],
  ['python', "def f(): # '\n  return 1.5", ['word def', "comment # '", 'word return', 'number 1.5']],
  [
    'sql',
    "SELECT a -- all\nFROM t WHERE b = 'c'",
    ['word SELECT', 'comment -- all', 'word FROM', 'word WHERE', "string 'c'"],
  ],
  ['css', 'a { b: 1px } /* c */', ['number 1px', 'comment /* c */']],
  [
    'html',
    '<!-- x --><a href="b">from it\'s end</a>',
    ['comment <!-- x -->', 'word <a', 'string "b"', 'word </a'],
  ],
  ['', 'an "open string\nand a line', ['string "open string', 'word and']],
])('%s: %s', (language, text, tokens) => {
  expect(observe(text, language)).toEqual(tokens)
})

test('nothing is lost, whatever it is', () => {
  for (const text of ['', '"\\', "'".repeat(99), '/*', '# // --', '\u202E"\n1', '//'.repeat(5000)]) {
    for (const language of ['ts', 'html', 'py', 'sql', '{.evil']) {
      expect(
        codeTokens(text, language)
          .map(({ text: piece }) => piece)
          .join(''),
      ).toBe(text)
    }
  }
})
