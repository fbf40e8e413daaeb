// What one frame draws, in elements of a page; one that alone is more has a frame to itself.
export const maxCostOfFrame = 400

// Who draws when. What an agent sends may take the browser seconds to lay out, all at once; drawn a frame's share at a time, in
// the order it arrived on screen, it never holds the window for longer than one share.

interface RenderQueue {
  /** Calls `draw` when it is its turn, unless what is answered was called before. */
  await(cost: number, draw: () => void): () => void
}

interface Waiting {
  readonly cost: number
  readonly draw: () => void
}

/** `afterFrame` calls once the frame that is on its way has been drawn. */
export function createRenderQueue(afterFrame: (next: () => void) => void): RenderQueue {
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

// A window that is not looked at has no frames.
const maxFrameMs = 250

/** Calls once the frame that is on its way has been drawn. */
export function afterFrame(next: () => void): void {
  const after = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    setTimeout(next)
  }
  const timer = setTimeout(after, maxFrameMs)
  const frame = requestAnimationFrame(after)
}
