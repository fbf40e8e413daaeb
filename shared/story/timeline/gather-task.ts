// Gives a fold what it is to know of its task, in an order that no reader decides: what an exchange said before it named the
// task comes right before the entry that named it. What was asked comes before all it caused, though: where a webhook call
// told of the task before the answer did, the fold begins anew.

import type { RequestEntry } from '../../record/entry.ts'
import type { Packed } from '../../record/run.ts'
import type { Reading } from '../reading.ts'
import { createTaskFold, type TaskFold, type TaskIdentity } from './task-fold.ts'

export interface TaskRow {
  readonly packed: Packed
  /** The row is about the task; else it is about none. */
  readonly about: boolean
}

export interface GatheredTask {
  readonly taskId: string
  /** As it is now; it may be another one later. */
  readonly fold: TaskFold
  /** Grows with every entry that belongs to the task. */
  version(): number
  readonly reading: Reading
  /** The next row that is about the task or about none; false where all of them are to be given again, from `beginsAt` on. */
  take(row: TaskRow): boolean
  beginsAt(): number
}

/** `before` has what an exchange said before an entry, about no task. */
export function gatherTask(
  identity: TaskIdentity,
  reading: Reading,
  before: (exchangeId: string, seq: number) => Iterable<Packed>,
): GatheredTask {
  const named = new Set<string>()
  let fold = createTaskFold(identity, reading)
  let earlierVersions = 0
  let beginsAt = Number.POSITIVE_INFINITY

  const give = (packed: Packed) => {
    if (packed.kind === 'run') fold.applyRun(packed)
    else fold.apply(packed)
  }
  /** False where the row was caused by what comes only now. */
  const giveBefore = (exchangeId: string, seq: number): boolean => {
    const earlier = [...before(exchangeId, seq)]
    const [first] = earlier
    beginsAt = Math.min(beginsAt, first?.seq ?? seq)
    if (first?.kind === 'request' && !isLooking(first) && first.seq < fold.outline().lastSeq) return false
    for (const each of earlier) give(each)
    return true
  }
  return {
    taskId: identity.taskId,
    get fold() {
      return fold
    },
    version: () => earlierVersions + fold.version(),
    reading,
    beginsAt: () => beginsAt,
    take({ packed, about }) {
      const { exchangeId, seq, kind } = packed
      if (about && !named.has(exchangeId)) {
        named.add(exchangeId)
        beginsAt = Math.min(beginsAt, seq)
        // Nothing comes before these: of thousands of webhook calls each is an exchange of its own.
        const begins = kind === 'request' || kind === 'webhook'
        if (!begins && !giveBefore(exchangeId, seq)) {
          earlierVersions += fold.version()
          fold = createTaskFold(identity, reading)
          return false
        }
      }
      if (named.has(exchangeId)) give(packed)
      return true
    },
  }
}

/** It asks for what is there, and causes nothing. */
function isLooking({ call: { operation } }: RequestEntry): boolean {
  return operation === 'get' || operation === 'list'
}
