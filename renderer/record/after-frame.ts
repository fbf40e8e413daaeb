const longestWaitMs = 100

/**
 * Right after a frame was drawn, when there is the most time until the next: work that is begun then, and the drawing it leads
 * to, each have a frame to themselves. Where nothing is drawn, in a hidden window, it is not waited for.
 */
export function afterFrame(): Promise<void> {
  if (typeof document === 'undefined' || document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestWaitMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
