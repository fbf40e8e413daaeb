import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScale } from './scale.ts'

const minute = 60_000

test.each([
  ['a short task is to scale', 6_200, [{ fromMs: 2_000, toMs: 5_600 }], []],
  [
    'a wait far longer than the rest is broken',
    10 * minute,
    [{ fromMs: 2_000, toMs: 9.9 * minute }],
    [[2_000, 594_000]],
  ],
  [
    'so are two of the same length',
    20 * minute,
    [
      { fromMs: 1_000, toMs: 9 * minute },
      { fromMs: 9 * minute + 1_000, toMs: 20 * minute - 1_000 },
    ],
    [
      [1_000, 540_000],
      [541_000, 1_199_000],
    ],
  ],
])('%s', (_name, endMs, quiet, expected) => {
  const { breaks } = createScale({ endMs, quiet, widthPx: 400 })
  expect(breaks.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual(expected)
})

test('what is later stands further right, and everything stands on the lane', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 5 * minute }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(gaps, fc.integer({ min: 0, max: 2_000 }), (lengths, widthPx) => {
      let ms = 0
      const quiet = lengths.map((length) => {
        const fromMs = ms + 10
        ms = fromMs + length
        return { fromMs, toMs: ms }
      })
      const scale = createScale({ endMs: ms, quiet, widthPx })
      const places = quiet.flatMap(({ fromMs, toMs }) => [scale.px(fromMs), scale.px(toMs)])
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(Math.max(...places)).toBeLessThanOrEqual(widthPx)
      expect(scale.ticks.length).toBeLessThanOrEqual(widthPx / 50 + 1)
    }),
  )
})
