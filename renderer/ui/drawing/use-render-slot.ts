import { use, useEffect, useState } from 'react'
import { afterFrame, DrawnContext, marks } from './crash-marks.ts'

// What one frame draws, in elements of a page; one that alone is more has a frame to itself.
export const maxCostOfFrame = 400

// Cheap enough to be drawn at once, in elements of a page: a screenful of these is still one frame's share.
const maxCostAtOnce = 60

const turns = createTurns(afterFrame)

/** Whether what costs so many elements may be drawn; it may for good from then on. */
export function useTurn(cost: number): boolean {
  const isCheap = cost <= maxCostAtOnce
  const [had, setHad] = useState(false)
  const waits = !isCheap && !had
  const drawn = use(DrawnContext)
  useEffect(() => {
    if (!waits) return
    return turns.await(cost, () => {
      if (drawn !== undefined) marks.begin(drawn)
      setHad(true)
    })
  }, [waits, cost, drawn])
  return !waits
}

// Who draws when. What an agent sends may take the browser seconds to lay out, all at once; drawn a frame's share at a time, in
// the order it came on screen, it never holds the window for longer than one share.

interface Turns {
  /** Calls `draw` when it is its turn, unless what is answered was called before. */
  await(cost: number, draw: () => void): () => void
}

interface Waiting {
  readonly cost: number
  readonly draw: () => void
}

/** `afterFrame` calls once the frame that is on its way has been drawn. */
export function createTurns(afterFrame: (next: () => void) => void): Turns {
  const waiting = new Set<Waiting>()
  let isRunning = false

  const run = () => {
    let cost = 0
    for (const next of waiting) {
      if (cost > 0 && cost + next.cost > maxCostOfFrame) break
      cost += next.cost
      waiting.delete(next)
      next.draw()
    }
    isRunning = waiting.size > 0
    if (isRunning) afterFrame(run)
  }

  return {
    await(cost, draw) {
      const mine = { cost, draw }
      waiting.add(mine)
      if (!isRunning) afterFrame(run)
      isRunning = true
      return () => {
        waiting.delete(mine)
      }
    },
  }
}
