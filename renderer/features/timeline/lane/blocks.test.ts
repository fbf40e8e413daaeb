import { expect, test } from 'vitest'
import type { Segment } from '#shared/record/timeline/outline.ts'
import type { Lane } from './activity.ts'
import { blocksOf, tailPx } from './blocks.ts'
import { scaleOf } from './lane-scale.ts'

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
  ['one that goes on takes the whole lane', lane([segment('working', 0)], 1_000), [['working', 0, 400]]],
])('%s', (_name, drawn, expected) => {
  const blocks = blocksOf(drawn, scaleOf([drawn], 400))
  expect(blocks.map(({ segment: { state }, fromPx, widthPx }) => [state, fromPx, widthPx])).toEqual(expected)
})
