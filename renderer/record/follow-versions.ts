// Asks for something that grows, again and again: each call waits for the next change, and the engine is left alone for a
// while after it, so that what comes fast is asked for no faster than it is answered at ease.

import { maxWaitMs } from '#shared/contract/constants.ts'
import { createPace } from './pace.ts'
import { rest } from './rest.ts'

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
  ask: (wait: { readonly version: number; readonly waitMs: number }) => Promise<T>,
  onAnswer: (answer: T) => void,
  signal: AbortSignal,
  { leastMs, share }: Rest = usualRest,
): Promise<void> {
  const pace = createPace(leastMs)
  let version = 0
  let waitMs = 0
  while (!signal.aborted) {
    const asked = performance.now()
    const answer = await ask({ version, waitMs })
    if (signal.aborted) return
    const costMs = performance.now() - asked - answer.waitedMs
    const rested = rest(Math.min(Math.max(leastMs, costMs * share), maxFollowRestMs), signal)
    // Who has nothing yet does not wait for a frame.
    if (waitMs === 0) onAnswer(answer)
    else if (answer.version !== version) await pace.show(() => onAnswer(answer), signal)
    version = answer.version
    waitMs = maxWaitMs
    await rested
  }
}
