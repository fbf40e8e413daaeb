import { use, useEffect, useState } from 'react'
import { DrawnContext, marks } from './crash-marks.ts'
import { afterFrame, createRenderQueue } from './render-queue.ts'

// Cheap enough to be drawn at once, in elements of a page: a screenful of these is still one frame's share.
const maxCostAtOnce = 60

const turns = createRenderQueue(afterFrame)

/** Whether what costs so many elements may be drawn; it may for good from then on. */
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
