import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDuration } from '../../ui/format.ts'
import { gapWidth } from './column-widths.ts'

test('a gap of ten minutes stays within its column', () => {
  expect(Number.parseFloat(gapWidth(11 * 60_000))).toBeGreaterThan('10 min 0 s'.length * 7.1)
})

test('no gap of a task is wider than its column', () => {
  const times = fc.integer({ min: 0, max: 200 * 60_000 })
  fc.assert(
    fc.property(times, times, (one, other) => {
      const [gapMs, totalMs] = one < other ? [one, other] : [other, one]
      expect(Number.parseFloat(gapWidth(totalMs))).toBeGreaterThan(formatDuration(gapMs).length * 7.1)
    }),
  )
})
