// Long polling: each request waits for the next change. After an answer the engine rests in proportion to the time the answer
// took.

import { maxWaitMs } from '#shared/contract/constants.ts'
import type { Followed } from '#shared/contract/followed.ts'

// Limits how often changes are shown: up to the display's limit while frames are on time, less often while they are late. A
// change is applied right after a frame, so that rendering and painting each have a frame of their own.

interface Pace {
  /** Resolves when the next change may be shown. */
  show(news: () => void, signal: AbortSignal): Promise<void>
}

// The longest rest while frames are late.
const maxPaceRestMs = 800
/** A late frame doubles the rest, and each timely one multiplies it by this: one late frame in fifteen keeps it level. */
const easing = 0.95
/** After such a pause, the next change is shown at once. */
const quietMs = 300
/** A change is on time when it is painted within this time: two frames at 60 Hz, and some slack. */
const inTimeMs = 40
/** The same in frames, for slower displays. */
const inTimeFrames = 2.4
/** A hidden window has no frames: go on after this time. */
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

/** The time of the next frame; undefined in a hidden window. */
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

export interface PollPolicy {
  /** The shortest time between two changes. */
  readonly leastMs: number
  /** The rest after an answer, as a multiple of the time the engine worked on it. */
  readonly share: number
}

const usualRest: PollPolicy = { leastMs: 100, share: 4 }
/** For panes beside the chat or the console. */
export const slowPoll: PollPolicy = { leastMs: 250, share: 4 }
// The longest rest between two requests.
const maxFollowRestMs = 1_000
/** The wait after an answer that was read in part: the rest may change nothing but the progress. */
const readingWaitMs = 250

export async function followVersions<T extends Followed>(
  request: (wait: { readonly version: number; readonly waitMs: number }) => Promise<T>,
  onAnswer: (answer: T) => void,
  signal: AbortSignal,
  { leastMs, share }: PollPolicy = usualRest,
): Promise<void> {
  const pace = createPace(leastMs)
  let version = 0
  let progress = 1
  let waitMs = 0
  while (!signal.aborted) {
    const startedMs = performance.now()
    const answer = await request({ version, waitMs })
    if (signal.aborted) return
    const isOther = answer.version !== version || (answer.progress ?? 1) !== progress
    const costMs = performance.now() - startedMs - answer.waitedMs
    const rested = delay(Math.min(Math.max(leastMs, costMs * share), maxFollowRestMs), signal)
    // The first answer does not wait for a frame.
    if (waitMs === 0) onAnswer(answer)
    else if (isOther) await pace.show(() => onAnswer(answer), signal)
    ;({ version, progress = 1 } = answer)
    waitMs = progress < 1 ? readingWaitMs : maxWaitMs
    await rested
  }
}

/** Resolves after the time, or at once when `signal` aborts. */
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
