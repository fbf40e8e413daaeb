// How often news is shown: as often as an eye can follow while frames come in time, less often while they do not. News is given
// right after a frame was drawn, when there is the most time until the next: what it takes to render, and to draw, each have
// a frame to themselves.

import { rest } from './rest.ts'

export interface Pace {
  /** Over when the next news may come. */
  show(news: () => void, signal: AbortSignal): Promise<void>
}

// Between two drawings while a page is late; cuts nothing.
const maxPaceRestMs = 800
/** Doubled by one late frame in fifteen, it stays where it is. */
const easing = 0.95
/** When nothing came for so long, what comes then is no flood. */
const quietMs = 300
/** From the frame before the news to the one after it was drawn: two, at sixty a second, and some. */
const inTimeMs = 40
/** The same where a display draws less often. */
const inTimeFrames = 2.4
/** A window that is not looked at has no frames. */
const noFrameMs = 250

export function createPace(leastRestMs: number): Pace {
  let restMs = leastRestMs
  let freeSince = performance.now()
  let frameMs = Number.POSITIVE_INFINITY
  return {
    async show(news, signal) {
      if (performance.now() - freeSince > quietMs) restMs = leastRestMs
      const before = await nextFrame()
      if (signal.aborted) return
      news()
      const began = performance.now()
      const drawn = await nextFrame()
      const after = await nextFrame()
      if (drawn !== undefined && after !== undefined) frameMs = Math.min(frameMs, after - drawn)
      const inTime = Math.max(inTimeMs, inTimeFrames * frameMs)
      const isLate = before !== undefined && (after === undefined || after - before > inTime)
      restMs = isLate ? Math.min(restMs * 2, maxPaceRestMs) : Math.max(restMs * easing, leastRestMs)
      await rest(Math.max(0, restMs - (performance.now() - began)), signal)
      freeSince = performance.now()
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
