import { expect, test } from 'vitest'
import { textCost } from './text-cost.ts'

test.each([
  ['Latin', 'word '.repeat(200), 13],
  ['lines', 'a\n'.repeat(400), 111],
  ['Chinese, which a browser is quick with', '字'.repeat(800), 11],
  ['tabs', '\t'.repeat(800), 11],
  ['direction marks', '\u202E\u202D'.repeat(200), 406],
  ['controls', '\u0000\u0085'.repeat(200), 406],
  ['half pairs', '\uD800'.repeat(400), 406],
  ['tags that are not seen', '\u{E0041}'.repeat(400), 411],
  ['both directions', 'aא'.repeat(400), 111],
  ['Arabic', 'ش'.repeat(800), 211],
  ['accents on one letter', `a${'\u0301'.repeat(799)}`, 210],
  ['emoji', '👩'.repeat(400), 111],
  ['emoji that are joined', '👩\u200D'.repeat(400), 516],
])('%s', (_what, text, cost) => {
  expect(textCost(text)).toBe(cost)
})
