import { guarded } from '../platform/guarded.ts'
import type { Changed } from './change-signal.ts'
import type { MemoryFallback } from './memory-fallback.ts'

const retryMs = 2_000

/** Retries to move the memory to the disk until all of it is there. */
export function createRetrying(keeping: MemoryFallback, changed: Changed) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const later = () => {
    if (timer !== undefined || isOver) return
    const retry = () => {
      timer = undefined
      if (!keeping.recover()) later()
      changed.wake()
    }
    const again = () => {
      timer = undefined
      later()
    }
    timer = setTimeout(guarded('record retry', retry, again), retryMs)
    timer.unref()
  }
  return {
    later,
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
