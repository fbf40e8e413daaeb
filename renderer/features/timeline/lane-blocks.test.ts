import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Segment } from '#shared/story/timeline/outline.ts'
import { endOf } from '../../ui/time-scale/scale.ts'
import { blocksOf, type Lane, scaleOf, tailPx } from './lane-layout.ts'

const segment = (state: Segment['state'], fromMs: number): Segment => ({
  state,
  fromMs,
  seq: fromMs,
  row: 0,
  updates: 1,
})
const lane = (segments: readonly Segment[], endMs: number): Lane => ({
  taskId: 't',
  offsetMs: 0,
  endMs,
  heardMs: endMs,
  open: false,
  segments,
  sentMs: [],
  callerMs: [],
  rates: { stepMs: 50, events: [], bytes: [] },
})

test.each([
  [
    'a state at the end stands as a cap after what came before it',
    lane([segment('working', 0), segment('completed', 1_000)], 1_000),
    [
      ['working', 0, 370],
      ['completed', 370, tailPx],
    ],
  ],
  [
    'states that lasted no time stand beside each other',
    lane([segment('working', 0), segment('completed', 1_000), segment('failed', 1_000)], 1_000),
    [
      ['working', 0, 370],
      ['completed', 370, 4],
      ['failed', 374, tailPx - 4],
    ],
  ],
  [
    'one that was told of long after takes what its time gives it',
    lane([segment('working', 0), segment('completed', 500)], 1_000),
    [
      ['working', 0, 200],
      ['completed', 200, 200],
    ],
  ],
  ['one that goes on takes the whole lane', lane([segment('working', 0)], 1_000), [['working', 0, 400]]],
])('%s', (_name, drawn, expected) => {
  const blocks = blocksOf(drawn, scaleOf([drawn], 400))
  expect(blocks.map(({ segment: { state }, fromPx, widthPx }) => [state, fromPx, widthPx])).toEqual(expected)
})

test('whatever crowds the end of a lane, nothing of it stands beyond', () => {
  const drawn = fc
    .record({
      gaps: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 }),
      state: fc.constantFrom<Segment['state']>('working', 'completed'),
      restMs: fc.integer({ min: 0, max: 500 }),
      offsetMs: fc.integer({ min: 0, max: 100_000 }),
    })
    .map(({ gaps, state, restMs, offsetMs }): Lane => {
      let ms = 0
      const segments = gaps.map((gap, index) => {
        ms += gap
        return segment(index === gaps.length - 1 ? state : 'working', ms)
      })
      return { ...lane(segments, ms + restMs), offsetMs }
    })
  const lanes = fc.array(drawn, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(lanes, fc.integer({ min: 100, max: 800 }), (all, widthPx) => {
      const scale = scaleOf(all, widthPx)
      const ends = all.flatMap((one) => blocksOf(one, scale)).map((block) => block.fromPx + block.widthPx)
      expect(Math.max(...ends)).toBeLessThanOrEqual(endOf(scale))
    }),
  )
})
