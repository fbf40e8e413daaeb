// How often news is shown: as often as an eye can follow while frames come in time, less often while they do not. News is given
// right after a frame was drawn, when there is the most time until the next: what it takes to render, and to draw, each have
// a frame to themselves.

import { rest } from './rest.ts'

export interface Pace {
  /** Over when the next news may come. */
  show(news: () => void, signal: AbortSignal): Promise<void>
}

const longestRestMs = 400
/** Doubled by one late frame in fifteen, it stays where it is. */
const easing = 0.95
/** From the frame before the news to the one after it was drawn: two, at sixty a second, and some. */
const inTimeMs = 40
/** A window that is not looked at has no frames. */
const noFrameMs = 100

export function createPace(leastRestMs: number): Pace {
  let restMs = leastRestMs
  return {
    async show(news, signal) {
      const before = await nextFrame()
      if (signal.aborted) return
      news()
      const began = performance.now()
      await nextFrame()
      const after = await nextFrame()
      const isLate = before !== undefined && after !== undefined && after - before > inTimeMs
      restMs = isLate ? Math.min(restMs * 2, longestRestMs) : Math.max(restMs * easing, leastRestMs)
      await rest(Math.max(0, restMs - (performance.now() - began)), signal)
    },
  }
}

/** When it was drawn; undefined where nothing is drawn. */
function nextFrame(): Promise<number | undefined> {
  if (typeof document === 'undefined' || document.hidden) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, noFrameMs)
    requestAnimationFrame((at) => {
      clearTimeout(timer)
      setTimeout(() => resolve(at))
    })
  })
}
