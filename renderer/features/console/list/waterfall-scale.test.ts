import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waterfallScale } from './waterfall-scale.ts'

const at = (startedAt: number, endedMs?: number) => ({
  startedAt,
  ...(endedMs !== undefined && { endedMs }),
})

test('bars stand one after another on one axis, without the time between them', () => {
  const [first, second, third] = [at(1_000, 100), at(61_000, 300), at(61_200, 100)]
  const scale = waterfallScale([first, second, third])
  const places = [first, second, third].map((each) => scale.placeOf(each))
  expect(places[0]?.left).toBe(0)
  expect(places[0]?.width).toBeCloseTo(24.8, 1)
  // A minute is a seam, not sixty seconds.
  expect(places[1]?.left).toBeCloseTo(25.6, 1)
  expect(places[1]?.width).toBeCloseTo(74.4, 1)
  // Concurrent: the third began during the second, and ended with it.
  expect(places[2]?.left).toBeCloseTo(75.2, 1)
  expect(places[2]?.width).toBeCloseTo(24.8, 1)
})

test('what is open lasts to the end', () => {
  const [first, open, later] = [at(0, 100), at(50), at(300, 100)]
  const scale = waterfallScale([first, open, later])
  // There is always an open call: nothing is left out.
  expect(scale.placeOf(open)).toEqual({ left: 12.5, width: 87.5, ms: 350 })
  expect(scale.placeOf(later).left).toBe(75)
  // For the newest of a live record, until now.
  expect(waterfallScale([first, open], 1_000).placeOf(open)).toEqual({ left: 5, width: 95, ms: 950 })
})

test('whatever was called when, later begins further right and nothing leaves the axis', () => {
  const calls = fc.array(fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e6 })), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(calls, (times) => {
      const rows = times.map(([startedAt, endedMs]) => at(startedAt, endedMs))
      const scale = waterfallScale(rows)
      const places = rows.toSorted((a, b) => a.startedAt - b.startedAt).map((row) => scale.placeOf(row))
      for (const [index, { left, width }] of places.entries()) {
        expect(left).toBeGreaterThanOrEqual((places[index - 1]?.left ?? 0) - 1e-6)
        expect(width).toBeGreaterThanOrEqual(-1e-6)
        expect(left + width).toBeLessThanOrEqual(100 + 1e-6)
      }
    }),
  )
})
