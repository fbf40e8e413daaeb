import { use, useEffect, useState } from 'react'
import { DrawnContext, marks } from './crash-marks.ts'
import { afterFrame, createRenderQueue } from './render-queue.ts'

// Content as cheap as this is drawn at once, in DOM elements: a screenful still fits into one frame's share.
const maxCostAtOnce = 60

const turns = createRenderQueue(afterFrame)

/** Whether content of this cost may be drawn; once true, it stays true. */
export function useRenderSlot(cost: number): boolean {
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
