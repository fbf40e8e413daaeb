import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisLabels, createScale, tickName } from './scale.ts'

const minute = 60_000

test('of two waits side by side one has its name beneath it, of two that are apart both', () => {
  const waits = (betweenMs: number) => {
    const quiet = [
      { fromMs: 5_000, toMs: 9 * minute + 5_000 },
      { fromMs: 9 * minute + 5_000 + betweenMs, toMs: 20 * minute },
    ]
    const scale = { ...createScale({ endMs: 20 * minute, quiet, widthPx: 400 }), tailPx: 0 }
    return axisLabels(scale).flatMap(({ kind, words }) => (kind === 'break' ? [words] : []))
  }
  expect(waits(100)).toEqual(['9 min 0 s'])
  expect(waits(5_000)).toEqual(['9 min 0 s', '10 min 50 s'])
})

test('no figure lies over another or says the same as one beside it', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 30 * minute }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(gaps, fc.integer({ min: 40, max: 2_000 }), (lengths, widthPx) => {
      let ms = 0
      const quiet = lengths.map((length) => {
        const fromMs = ms + 10
        ms = fromMs + length
        return { fromMs, toMs: ms }
      })
      const scale = { ...createScale({ endMs: ms, quiet, widthPx }), tailPx: 0 }
      const labels = axisLabels(scale)
      for (const [index, { fromPx }] of labels.entries())
        expect(fromPx).toBeGreaterThan(labels[index - 1]?.toPx ?? Number.NEGATIVE_INFINITY)
      const ticks = scale.ticks.map((tick) => tickName(tick.ms))
      expect(new Set(ticks).size).toBe(ticks.length)
    }),
  )
})
