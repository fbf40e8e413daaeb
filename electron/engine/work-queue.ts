// Work that arrives from outside in bursts, such as the bytes of a stream: done at once while this turn of the event loop has time left, the
// rest a step at a time in the next turns, each stream in its turn. Awaiting is for work of ours: `createSlices`.

import { guarded } from './guarded.ts'
import { sliceMs } from './slices.ts'

/** Does a little and returns whether there is more to do. Never throws. */
type Step = () => boolean

export type WorkQueue = ReturnType<typeof createWorkQueue>

export function createWorkQueue() {
  const waiting: Step[] = []
  let begunMs: number | undefined

  const isSpent = () => begunMs !== undefined && performance.now() - begunMs >= sliceMs
  const begin = () => {
    if (begunMs !== undefined) return
    begunMs = performance.now()
    setImmediate(nextTurn)
  }
  const goOn = () => {
    begunMs = undefined
    if (waiting.length > 0) begin()
  }
  const work = () => {
    goOn()
    while (waiting.length > 0 && !isSpent()) {
      const step = waiting.shift()
      if (step?.()) waiting.push(step)
    }
  }
  const nextTurn = guarded('work queue', work, goOn)

  return {
    /** Returns whether all of it was done, with time left in this turn. Else the step runs once more at least, in a later one. */
    run(step: Step): boolean {
      begin()
      while (!isSpent()) if (!step()) return true
      waiting.push(step)
      return false
    },
    /** Does all that waits, before what it is about ends. */
    drain(): void {
      for (let step = waiting.shift(); step; step = waiting.shift()) while (step());
    },
  }
}
