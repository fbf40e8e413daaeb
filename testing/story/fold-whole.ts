// Folds a record to its end, and again if an entry turned out to have an earlier cause.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Packed } from '#shared/record/run.ts'
import type { Causes } from '#shared/story/exchange-reducer.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { TaskTimelineFold } from '#shared/story/timeline/task-timeline-fold.ts'

export function foldWhole(packed: readonly Packed[], look = (_: Projection) => {}): Projection {
  for (let causes: Causes = new Map(); ; ) {
    const projection = new Projection(createReading({ dialectOf }), { causes })
    for (const each of packed) {
      projection.apply([each])
      look(projection)
    }
    if (projection.causes().size === causes.size) return projection
    causes = projection.causes()
  }
}

export function recorderIn(projection: Projection, taskId: string): TaskTimelineFold | undefined {
  return projection.recorder(`a ${taskId}`) ?? projection.recorder(` ${taskId}`)
}
