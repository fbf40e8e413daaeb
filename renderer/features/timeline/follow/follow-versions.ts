// Asks for something that grows, again and again: each call waits for the next change.

import { maxWaitMs } from '#shared/contract/record.ts'
import { restSince } from '../../../record/at-ease.ts'

interface Versioned {
  readonly version: number
}

export async function followVersions<T extends Versioned>(
  ask: (wait: { readonly version: number; readonly waitMs: number }) => Promise<T>,
  onAnswer: (answer: T) => void,
  signal: AbortSignal,
): Promise<void> {
  let version = 0
  let waitMs = 0
  while (!signal.aborted) {
    const asked = performance.now()
    const answer = await ask({ version, waitMs })
    if (signal.aborted) return
    if (answer.version !== version || waitMs === 0) onAnswer(answer)
    version = answer.version
    waitMs = maxWaitMs
    await restSince(asked, signal)
  }
}
