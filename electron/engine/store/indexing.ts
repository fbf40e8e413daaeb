// When to index text and to make facts anew: when the record has been quiet for a while, and before somebody searches. Never during
// a stream.

import { guarded } from '../guarded.ts'
import { indexSome } from './search.ts'
import type { Store } from './store.ts'

const quietMs = 400
const leastRestMs = 5

export type Indexing = ReturnType<typeof createIndexing>

export function createIndexing(options: {
  readonly stores: () => readonly Store[]
  /** One slice of what is made anew; true when nothing is left of it. */
  readonly remake: (store: Store) => boolean
  readonly onFailure: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** One chunk of every store; true when nothing is left, or nothing of it is possible now. */
  const step = (some: (store: Store) => boolean): boolean => {
    if (stopped) return true
    try {
      const done = options.stores().every(some)
      // The write-ahead log goes into the file while nobody waits for it.
      if (done) for (const { database } of options.stores()) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      return done
    } catch (error) {
      options.onFailure(error)
      return true
    }
  }
  const later = (milliseconds: number) => {
    clearTimeout(timer)
    if (stopped) return
    const index = () => {
      const began = performance.now()
      // Half of the time at most: who asks for something meanwhile is not to wait for it in a row of steps.
      const done = step(options.remake) && step(indexSome)
      if (!done) later(Math.max(leastRestMs, performance.now() - began))
    }
    timer = setTimeout(guarded('record indexing', index), milliseconds)
    timer.unref()
  }

  return {
    /** Something was written, or is being read: begin once nothing more comes, and let nobody wait for it. */
    touch: (): void => later(quietMs),
    /** Everything written so far can be found when this resolves. */
    async catchUp(): Promise<void> {
      while (!step(indexSome)) await new Promise((resolve) => setImmediate(resolve))
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
