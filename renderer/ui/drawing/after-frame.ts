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
