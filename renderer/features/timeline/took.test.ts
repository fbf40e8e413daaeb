import { expect, test } from 'vitest'
import type { TaskState } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { Segment } from '#shared/story/timeline/outline.ts'
import { tookMs } from './took.ts'

const segment = (state: TaskState, fromMs: number): Segment => ({ state, fromMs, seq: 1, row: 0, updates: 1 })
const working = segment('working', 10)

test.each<readonly [string, TaskState | undefined, readonly Segment[], number]>([
  ['as long as anything was heard, before it has a state', undefined, [], 9_000],
  ['as long as anything was heard, while it is at work', 'working', [working], 9_000],
  ['until its end, whatever is asked afterwards', 'completed', [working, segment('completed', 700)], 700],
])('a task took %s', (_long, state, segments, ms) => {
  expect(tookMs({ ...defined({ state }), segments, figures: { totalMs: 9_000 } })).toBe(ms)
})
