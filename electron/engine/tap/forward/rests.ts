// What passes goes before what is recorded of it: while this thread is busy, the engine's gets a batch only every so often, so that the two
// don't have to share a processor with the callers and the agent.

import { guarded } from '../../guarded.ts'
import { passedMs } from './messages.ts'

/** Of the time, in which this thread does something. */
const busyShare = 0.5
/** As long as the engine took for a batch, so many times. */
const restsOfOne = 3

export function createRests(goOn: () => void) {
  let begunMs = 0
  let use = performance.eventLoopUtilization()
  let resting: NodeJS.Timeout | undefined
  const rested = () => {
    resting = undefined
    goOn()
  }
  const restedInTurn = guarded('tap rest', rested, rested)
  return {
    begun(): void {
      begunMs = passedMs()
    },
    /** The engine has recorded a batch. */
    ended(): void {
      const { utilization } = performance.eventLoopUtilization(use)
      use = performance.eventLoopUtilization()
      if (resting || utilization < busyShare) return
      resting = setTimeout(restedInTurn, restsOfOne * (passedMs() - begunMs))
    },
    isResting: (): boolean => resting !== undefined,
  }
}
