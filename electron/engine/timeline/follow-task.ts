// Keeps the fold of one task up to date with the record, in slices that leave the engine free for its streams.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { createReading } from '#shared/story/reading.ts'
import { type GatheredTask, gatherTask } from '#shared/story/timeline/gather-task.ts'
import type { TaskIdentity } from '#shared/story/timeline/task-fold.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'

export interface FollowedTask extends GatheredTask {
  /** Everything that may be read now is folded when this resolves, or the time is up. */
  catchUp(withinMs: number): Promise<void>
  /** How much of the record has been gone through, from 0 to 1. */
  progress(): number
}

/** Entries of the record gone through at a time. */
const windowEntries = 4_000

export function followTask(record: SessionRecord, identity: TaskIdentity): FollowedTask {
  const { taskId } = identity
  const reading = createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) })
  const gathered = gatherTask(identity, reading, record.tasks.before)
  let cursor = (record.tasks.first(taskId) ?? 1) - 1
  const from = cursor
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    const breathe = createSlices()
    for (let latest = record.latest(); cursor < latest; latest = record.latest()) {
      const upTo = Math.min(latest, cursor + windowEntries)
      const rows = record.tasks.around(taskId, cursor, upTo)
      cursor = rows.every(gathered.take) ? upTo : gathered.beginsAt() - 1
      await breathe()
    }
  }

  return Object.assign(gathered, {
    async catchUp(withinMs: number) {
      running ??= run().finally(() => {
        running = undefined
      })
      const up = Promise.withResolvers<void>()
      const timer = setTimeout(up.resolve, withinMs)
      await Promise.race([running, up.promise]).finally(() => clearTimeout(timer))
    },
    progress: () => {
      const latest = record.latest()
      return latest <= from ? 1 : Math.min(1, Math.max(0, cursor - from) / (latest - from))
    },
  })
}
