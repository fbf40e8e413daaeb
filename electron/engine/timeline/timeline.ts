// The timelines of tasks, for windows that ask by position. A task is folded when somebody first asks for it and kept while
// it is followed; nothing here is on the way of a stream to the record.

import type { EngineClient } from '#shared/contract/contract.ts'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import { answerTimelines } from '#shared/story/timeline/answer-timelines.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import type { SessionRecord } from '../store/record.ts'
import { type FollowedTask, followTask } from './follow-task.ts'
import { seqsWith } from './seqs-with.ts'

/** Tasks kept folded: as many as can be shown at once, and a few looked at before. */
const mostTasks = 32
/** What a window waits for the first outline of a long task, before it is shown how far the reading is. */
const firstLookMs = 100

export function createTimeline(
  record: SessionRecord,
  mask: (text: string) => string,
  now: () => number = Date.now,
): EngineClient['timeline'] {
  const kept = new Map<string, FollowedTask>()
  let deletions = record.deletions()

  const of = (task: TimelineTask): FollowedTask => {
    if (record.deletions() !== deletions) kept.clear()
    deletions = record.deletions()
    const key = JSON.stringify([task.agentId ?? '', task.taskId])
    const known = kept.get(key) ?? followTask(record, task)
    kept.delete(key)
    kept.set(key, known)
    const oldest = kept.keys().next()
    if (kept.size > mostTasks && !oldest.done) kept.delete(oldest.value)
    return known
  }
  return answerTimelines({
    of,
    /** Folds until the version is another than the one known, as long as there is time. */
    async caughtUp(followed, { version, waitMs }, { signal } = {}) {
      const deadline = performance.now() + waitMs
      let waitedMs = 0
      for (;;) {
        await Promise.all(followed.map((one) => one.catchUp(firstLookMs)))
        const reached = followed.reduce((sum, one) => sum + one.version(), 0)
        const left = deadline - performance.now()
        if (reached !== version || left <= 0 || signal?.aborted) return { version: reached, waitedMs }
        if (followed.some((one) => one.progress() < 1)) continue
        const { entries } = await record.read({
          after: record.latest(),
          limit: 1,
          waitMs: left,
          ...(signal && { signal }),
        })
        waitedMs += left - Math.max(0, deadline - performance.now())
        // Nothing: the time is up, or the record is closed and nothing will ever come.
        if (entries.length === 0) return { version: reached, waitedMs }
      }
    },
    progress: (task) => task.progress(),
    now,
    entriesAt: record.tasks.entriesAt,
    seqsWith: (taskId, text) => seqsWith(record, taskId, text),
    masked: (value) => mapStrings(value, mask),
  })
}
