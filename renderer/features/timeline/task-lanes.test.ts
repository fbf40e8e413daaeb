import { expect, test } from 'vitest'
import type { TaskLane } from '#shared/contract/timeline.ts'
import { onOneClock } from './task-lanes.ts'

const task = (startedAt: number, totalMs: number, open: boolean): TaskLane => ({
  taskId: `began at ${startedAt}`,
  startedAt,
  totalMs,
  open,
  heardMs: totalMs,
  segments: [],
  sentMs: [],
  callerMs: [],
  rates: { stepMs: 50, events: [], bytes: [] },
})
const tasks = [task(1_000, 400, true), task(1_200, 100, false), task(1_300, 300, true)]

test.each([
  ['those at work reach the same now', 2_000, [1_000, 100, 700]],
  ['what was heard after the clock moved last is now', 1_500, [600, 100, 300]],
  ['what is recorded ends where it ended', undefined, [400, 100, 300]],
])('tasks on one clock: %s', (_name, now, ends) => {
  expect(onOneClock(tasks, now).map(({ offsetMs, endMs }) => [offsetMs, endMs])).toEqual([
    [0, ends[0]],
    [200, ends[1]],
    [300, ends[2]],
  ])
})
