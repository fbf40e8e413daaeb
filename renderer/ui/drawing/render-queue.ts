// What one frame draws, in DOM elements; a larger piece has a frame to itself.
export const maxCostOfFrame = 400

// Queues expensive content. Laying it out at once may take the browser seconds; drawn a frame's share at a time, in the order
// of arrival, it never blocks the window for longer than one share.

interface RenderQueue {
  /** Calls `draw` when it is its turn. The returned function cancels. */
  await(cost: number, draw: () => void): () => void
}

/** `afterFrame` calls back once the next frame was drawn. */
export function createRenderQueue(afterFrame: (next: () => void) => void): RenderQueue {
  const waiting = new Set<{ readonly cost: number; readonly draw: () => void }>()
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

// A hidden window has no frames: go on after this time.
const maxFrameMs = 250

/** Calls back once the next frame was drawn. */
export function afterFrame(next: () => void): void {
  const after = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    setTimeout(next)
  }
  const timer = setTimeout(after, maxFrameMs)
  const frame = requestAnimationFrame(after)
}
