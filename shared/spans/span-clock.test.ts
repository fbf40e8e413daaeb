import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOf, spanClock } from './span-clock.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const at = (fromMs: number, toMs: number) => ({ start: noon + fromMs, end: noon + toMs })

test('spans stand in milliseconds since the first of them', () => {
  const clock = spanClock([at(10, 100), at(0, 40), at(50, 90)])
  expect(placeOf(clock, at(50, 90))).toEqual({ fromMs: 50, toMs: 90 })
  expect(clock).toEqual({ anchor: noon + 10, start: noon, end: noon + 100, quiet: [] })
})

test('times that cannot be leave the others their room, and are named', () => {
  const far = 3 * 86_400_000
  const odd = {
    past: { start: 0, end: 5 },
    future: at(far, far + 1),
    backwards: at(50, 20),
    endless: at(20, far),
    'never ended': { start: noon + 30, end: 0 },
  }
  const clock = spanClock([at(0, 100), ...Object.values(odd)])
  expect(clock.end).toBe(noon + 100)
  expect(Object.values(odd).map((each) => placeOf(clock, each))).toEqual([
    { fromMs: 0, toMs: 0, odd: 'long-before' },
    { fromMs: 100, toMs: 100, odd: 'long-after' },
    { fromMs: 50, toMs: 50, odd: 'ends-before-start' },
    { fromMs: 20, toMs: 20, odd: 'no-end' },
    { fromMs: 30, toMs: 30, odd: 'no-end' },
  ])
})

test('a wait is quiet when no span was at work, and long', () => {
  const spans = [at(0, 1_000), at(500, 9_000), at(10_000, 11_000), at(30_000, 30_001)]
  expect(spanClock(spans).quiet).toEqual([{ fromMs: 11_000, toMs: 30_000 }])
})

test('whatever times come, each span stands within the clock', () => {
  const time = fc.double({ min: -1e17, max: 1e17, noNaN: true })
  const spans = fc.array(fc.record({ start: time, end: time }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(spans, (each) => {
      const clock = spanClock(each)
      for (const { fromMs, toMs } of each.map((span) => placeOf(clock, span))) {
        expect(fromMs).toBeGreaterThanOrEqual(0)
        expect(toMs).toBeGreaterThanOrEqual(fromMs)
        expect(toMs).toBeLessThanOrEqual(clock.end - clock.start)
      }
    }),
  )
})
