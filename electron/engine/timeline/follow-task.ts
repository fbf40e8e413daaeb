// Keeps the fold of one task up to date with the record, in slices that leave the engine free for its streams. Entries
// reach the fold in an order that no window decides: what an exchange said before it named the task comes right before the
// entry that named it. What was asked comes before all it caused, though: where a webhook call told of the task before the
// answer did, the fold begins anew.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { createReading, type Reading } from '#shared/story/reading.ts'
import { createTaskFold, type TaskFold, type TaskIdentity } from '#shared/story/timeline/task-fold.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import type { TaskRow } from '../store/task-rows.ts'
import { textBehind } from '../store/whole-body.ts'

export interface FollowedTask {
  /** As it is now; it may be another one later. */
  readonly fold: TaskFold
  /** Grows with every entry that belongs to the task. */
  version(): number
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
  let fold = createTaskFold(identity, reading)
  /** Of the folds before. */
  let versions = 0
  const named = new Set<string>()
  let cursor = (record.tasks.first(taskId) ?? 1) - 1
  let from = cursor
  let running: Promise<void> | undefined

  const give = ({ packed }: TaskRow) => {
    if (packed.kind === 'run') fold.applyRun(packed)
    else fold.apply(packed)
  }
  /** False where the fold must begin anew, because the row was caused by what comes only now. */
  const take = (row: TaskRow): boolean => {
    const { exchangeId, seq, kind } = row.packed
    if (row.about && !named.has(exchangeId)) {
      named.add(exchangeId)
      // Nothing comes before these: of thousands of webhook calls each is an exchange of its own.
      const begins = kind === 'request' || kind === 'webhook'
      const earlier = begins ? [] : record.tasks.before(exchangeId, seq)
      const [first] = earlier
      if (first) from = Math.min(from, first.packed.seq - 1)
      if (first?.packed.kind === 'request' && first.packed.seq < fold.outline().lastSeq) return false
      for (const each of earlier) give(each)
    }
    if (named.has(exchangeId)) give(row)
    return true
  }
  const beginAnew = () => {
    versions += fold.version()
    fold = createTaskFold(identity, reading)
    cursor = from
  }

  async function run(): Promise<void> {
    const breathe = createSlices()
    for (let latest = record.latest(); cursor < latest; latest = record.latest()) {
      const upTo = Math.min(latest, cursor + windowEntries)
      if (record.tasks.around(taskId, cursor, upTo).every(take)) cursor = upTo
      else beginAnew()
      await breathe()
    }
  }

  return {
    get fold() {
      return fold
    },
    version: () => versions + fold.version(),
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
