import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainFrame } from './plain-frame.ts'
import { runOf, unpack } from './run.ts'

const wrap = { start: 'data: ', end: '\n\n' }
const frames = (texts: readonly string[]) =>
  texts.map((text, index) =>
    plainFrame({ seq: index + 1, sessionId: 's', exchangeId: 'x', at: 1, monoMs: 1 }, index, text, wrap),
  )

/** For texts that repeat their own beginning or end, the two shared ends could overlap. */
const text = fc
  .array(fc.constantFrom('a', 'b', '🙂', '{"t":""}', ','), { maxLength: 6 })
  .map((parts) => parts.join(''))

test('a run gives its frames back as they came, whatever they have in common', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
      const before = frames(texts)
      expect(unpack([runOf(before)])).toEqual(before)
    }),
    { numRuns: 2_000 },
  )
})

test.each([[['[{"t":""}]', '[{"t":""},{"t":""}]']], [['a', 'aa']]])(
  'a text that is both the beginning and the end of the next stays what it is: %j',
  (texts) => {
    const before = frames(texts)
    expect(unpack([runOf(before)])).toEqual(before)
  },
)
