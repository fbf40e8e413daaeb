// Answers who waits for another version of something that grows with the record.

import { defined } from '#shared/defined.ts'
import type { Versioned, Wait, WaitOptions } from '#shared/story/answer-story.ts'
import type { SessionRecord } from '../store/record.ts'

export function createFollowed(record: SessionRecord) {
  return async <Answer extends Versioned>(
    { seen, waitMs = 0 }: Wait,
    options: WaitOptions,
    look: () => Promise<Answer>,
  ): Promise<Answer & { readonly waitedMs: number }> => {
    const { signal } = options ?? {}
    const deadline = performance.now() + waitMs
    let waitedMs = 0
    for (;;) {
      const latest = record.latest()
      const answer = await look()
      const began = performance.now()
      const isBehind = (answer.progress ?? 1) < 1
      if (answer.version !== seen || began >= deadline || signal?.aborted) return { ...answer, waitedMs }
      if (isBehind) continue
      const { next } = await record.read({
        after: latest,
        limit: 1,
        waitMs: deadline - began,
        ...defined({ signal }),
      })
      waitedMs += performance.now() - began
      // Nothing: the time is up, or the record is closed and nothing will ever come.
      if (next === latest) return { ...answer, waitedMs }
    }
  }
}
