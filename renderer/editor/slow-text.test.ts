import { expect, test } from 'vitest'
import { isTooDeep, slowInEditor } from './slow-text.ts'

test.each([
  ['an answer in Arabic, on one line', `{"text": "${'سلام '.repeat(50_000)}"}`, undefined],
  ['an answer in Chinese', '字'.repeat(300_000), undefined],
  ['a word of a megabyte', 'x'.repeat(1_000_000), undefined],
  ['some hidden characters', `a\u202Eb\u200B${'word '.repeat(10_000)}`, undefined],
  [
    'a screenful of direction marks',
    `${'word '.repeat(10_000)}${'\u202E\u202D'.repeat(10_000)}`,
    'characters',
  ],
  ['lines of them, too long to wrap', `${'\u202E'.repeat(500)}\n`.repeat(1_000), 'characters'],
  ['those of a line beyond what is drawn of it', 'x'.repeat(5_000) + '\u202E'.repeat(500_000), undefined],
  ['a million lines', '1,\n'.repeat(1_000_000), 'lines'],
] as const)('%s', (_what, text, why) => {
  expect(slowInEditor(text)).toBe(why)
})

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`

test.each([
  ['as deep as any', nested(500), false],
  ['deeper', nested(502), true],
  ['deeper, and cut off', '['.repeat(501), true],
  ['a long list of small ones', `[${'[{"a":[]}],'.repeat(10_000)}1]`, false],
  ['brackets in a text', JSON.stringify({ a: `${'['.repeat(1_000)}\\"${'{'.repeat(1_000)}` }), false],
] as const)('%s', (_what, text, isDeep) => {
  expect(isTooDeep(text)).toBe(isDeep)
})
