// Requests something that grows, again and again: each call waits for the next change, and the engine is left alone for a
// while after it, so that what comes fast is requested no faster than it is answered at ease.

import { maxWaitMs } from '#shared/contract/constants.ts'

// How often news is shown: as often as an eye can follow while frames arrive in time, less often while they do not. News is given
// right after a frame was drawn, when there is the most time until the next: what it takes to render, and to draw, each have
// a frame to themselves.

interface Pace {
  /** Over when the next news may come. */
  show(news: () => void, signal: AbortSignal): Promise<void>
}

// Between two drawings while a page is late; cuts nothing.
const maxPaceRestMs = 800
/** Doubled by one late frame in fifteen, it stays where it is. */
const easing = 0.95
/** When nothing came for so long, what arrives then is no flood. */
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
      await delay(Math.max(0, restMs - (performance.now() - began)), signal)
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

export interface Versioned {
  readonly version: number
  /** How much of the time was spent waiting for a change. */
  readonly waitedMs: number
}

export interface Rest {
  /** Between two changes that are shown. */
  readonly leastMs: number
  /** The engine is left alone for this many times as long as it took to answer. */
  readonly share: number
}

const usualRest: Rest = { leastMs: 100, share: 4 }
/** For what is shown beside the chat or the console. */
export const slowPoll: Rest = { leastMs: 250, share: 4 }
// Between two questions about what has changed; cuts nothing.
const maxFollowRestMs = 1_000

export async function followVersions<T extends Versioned>(
  request: (wait: { readonly version: number; readonly waitMs: number }) => Promise<T>,
  onAnswer: (answer: T) => void,
  signal: AbortSignal,
  { leastMs, share }: Rest = usualRest,
): Promise<void> {
  const pace = createPace(leastMs)
  let version = 0
  let waitMs = 0
  while (!signal.aborted) {
    const startedMs = performance.now()
    const answer = await request({ version, waitMs })
    if (signal.aborted) return
    const costMs = performance.now() - startedMs - answer.waitedMs
    const rested = delay(Math.min(Math.max(leastMs, costMs * share), maxFollowRestMs), signal)
    // Who has nothing yet does not wait for a frame.
    if (waitMs === 0) onAnswer(answer)
    else if (answer.version !== version) await pace.show(() => onAnswer(answer), signal)
    version = answer.version
    waitMs = maxWaitMs
    await rested
  }
}

/** Lets the engine and the window be for a while; over at once when nobody reads any more. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
