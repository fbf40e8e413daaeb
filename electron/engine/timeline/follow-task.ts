// Keeps the fold of one task up to date with the record, in slices that leave the engine free for its streams. Entries
// reach the fold in an order that no window decides: what an exchange said before it named the task comes right before the
// entry that named it.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { createReading, type Reading } from '#shared/story/reading.ts'
import { createTaskFold, type TaskFold, type TaskIdentity } from '#shared/story/timeline/task-fold.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import type { TaskRow } from '../store/task-rows.ts'
import { textBehind } from '../store/whole-body.ts'

export interface FollowedTask {
  readonly fold: TaskFold
  readonly reading: Reading
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
  const fold = createTaskFold(identity, reading)
  const named = new Set<string>()
  let cursor = (record.tasks.first(taskId) ?? 1) - 1
  const from = cursor
  let running: Promise<void> | undefined

  const give = ({ packed }: TaskRow) => {
    if (packed.kind === 'run') fold.applyRun(packed)
    else fold.apply(packed)
  }
  const take = (row: TaskRow) => {
    const { exchangeId, seq, kind } = row.packed
    if (row.about && !named.has(exchangeId)) {
      named.add(exchangeId)
      // Nothing comes before these: of thousands of webhook calls each is an exchange of its own.
      const begins = kind === 'request' || kind === 'webhook'
      if (!begins) for (const earlier of record.tasks.before(exchangeId, seq)) give(earlier)
    }
    if (named.has(exchangeId)) give(row)
  }

  async function run(): Promise<void> {
    const breathe = createSlices()
    for (let latest = record.latest(); cursor < latest; latest = record.latest()) {
      const upTo = Math.min(latest, cursor + windowEntries)
      for (const row of record.tasks.around(taskId, cursor, upTo)) take(row)
      cursor = upTo
      await breathe()
    }
  }

  return {
    fold,
    reading,
    async catchUp(withinMs) {
      running ??= run().finally(() => {
        running = undefined
      })
      const up = Promise.withResolvers<void>()
      const timer = setTimeout(up.resolve, withinMs)
      await Promise.race([running, up.promise]).finally(() => clearTimeout(timer))
    },
    progress: () => {
      const latest = record.latest()
      return latest <= from ? 1 : Math.min(1, (cursor - from) / (latest - from))
    },
  }
}
