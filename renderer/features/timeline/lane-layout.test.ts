import { expect, test } from 'vitest'
import { type LaneBlock, labelOf } from './lane-layout.ts'

const block = (fromPx: number, widthPx: number): LaneBlock => ({
  segment: { state: 'working', fromMs: 0, seq: 1, row: 0, updates: 1 },
  fromPx,
  widthPx,
  fromMs: 0,
  current: false,
})
const breakAt = (middlePx: number) => ({ fromMs: 0, toMs: 1, fromPx: middlePx - 17, toPx: middlePx + 17 })

test.each([
  ['at the beginning', block(100, 200), [], { indentPx: 5, icon: true, word: true }],
  [
    'behind a break that would lie over it',
    block(100, 200),
    [breakAt(130)],
    { indentPx: 42, icon: true, word: true },
  ],
  ['before a break further on', block(100, 200), [breakAt(250)], { indentPx: 5, icon: true, word: true }],
  [
    'the icon alone where the break leaves no room',
    block(100, 60),
    [breakAt(150)],
    { indentPx: 5, icon: true, word: false },
  ],
  [
    'not at all, nor the icon, where the break lies over both',
    block(100, 34),
    [breakAt(117)],
    { indentPx: 5, icon: false, word: false },
  ],
  ['nothing in a narrow block', block(100, 12), [], { indentPx: 5, icon: false, word: false }],
])('the word stands %s', (_where, laneBlock, breaks, label) => {
  expect(labelOf(laneBlock, breaks)).toEqual(label)
})
