import { expect, test } from 'vitest'
import { createReplayClock } from './clock.ts'

const outline = {
  marks: [
    { seq: 10, monoMs: 1_000 },
    { seq: 20, monoMs: 1_100 },
    { seq: 21, monoMs: 61_100, waited: true as const },
    { seq: 31, monoMs: 61_200 },
  ],
  places: [],
}

test.each([
  [
    'as recorded',
    false,
    60_200,
    [
      [0, 0],
      [10, 0],
      [15, 50],
      [20, 100],
      [21, 60_100],
      [31, 60_200],
      [99, 60_200],
    ],
  ],
  [
    'long waits shortened',
    true,
    1_200,
    [
      [10, 0],
      [20, 100],
      [21, 1_100],
      [26, 1_150],
      [31, 1_200],
    ],
  ],
] as const)('%s, entries have their time and times their entry', (_name, shorten, totalMs, places) => {
  const clock = createReplayClock(outline, shorten)
  expect(clock.totalMs).toBe(totalMs)
  expect(places.map(([seq]) => [seq, Math.round(clock.timeOf(seq))])).toEqual(places)
  for (const [seq, timeMs] of places)
    if (seq >= 10 && seq <= 31) expect(clock.seqAt(timeMs + 0.001)).toBe(seq)
})

test('before anything happened there is nothing', () => {
  const clock = createReplayClock({ marks: [], places: [] }, false)
  expect([clock.totalMs, clock.timeOf(5), clock.seqAt(5)]).toEqual([0, 0, 0])
})
