// The received spans of a record: written with what is there of their exchanges, read by trace, followed by version.

import { defined } from '#shared/defined.ts'
import { reportInternalError } from '../guarded.ts'
import { type Followed, untilOther } from './changed.ts'
import { isOfDisk } from './problem.ts'
import { createSpanReader, createTracedExchanges } from './read-spans.ts'
import { createSpanWriter, type SpansWritten, type SpanToWrite } from './write-spans.ts'
import type { Writing } from './writing.ts'

export type KeptSpans = ReturnType<typeof createKeptSpans>

export function createKeptSpans(writing: Writing, traceSpans?: number) {
  const { keeping, offRecord, flush, written: flushed, changed, onFailure } = writing
  let changes = 0
  let recorded: string | undefined
  const writer = createSpanWriter({
    // What is not to be kept comes first, and takes the spans of its calls along.
    stores: () => [...offRecord.stores(), ...keeping.stores()],
    current() {
      const [store] = keeping.stores()
      return store && recorded !== undefined ? { store, sessionId: recorded } : undefined
    },
    ...defined({ traceSpans }),
  })
  const written = () => {
    changes += 1
    changed.wake()
  }
  return {
    ...createSpanReader(flushed),
    ...createTracedExchanges(flushed),
    /**
     * Undefined where the disk takes nothing now: whoever sent them is to send them again. Of traces that no exchange names, `recorded` has
     * the spans, the session that is recorded; without one they are dropped.
     */
    write(spans: readonly SpanToWrite[], at: number, session: string | undefined): SpansWritten | undefined {
      flush()
      if (keeping.status().keeping !== 'disk') return undefined
      recorded = session
      try {
        return writer.write(spans, at)
      } catch (error) {
        if (!isOfDisk(error)) return lost(spans, error)
        onFailure(error)
        return undefined
      } finally {
        written()
      }
    },
    /** Of a session that comes from a file. `dropped` are those of their trace that it hasn’t. */
    writeInto(sessionId: string, spans: readonly SpanToWrite[], at: number, dropped: number): void {
      flush()
      writer.write(spans, at, sessionId, dropped)
      written()
    },
    /** Grows with whatever is written. */
    changes: (): number => changes,
    /** Waits for another version than the one that was seen; answers for how long. */
    untilOther: (version: () => number, followed: Followed): Promise<number> =>
      untilOther(changed, version, followed),
    /** Some were deleted with their session. */
    dropped(): void {
      writer.recount()
      written()
    },
  }
}

/** Our fault: sent again, they would fail again. */
function lost(spans: readonly SpanToWrite[], error: unknown): SpansWritten {
  reportInternalError({ where: 'spans', error })
  return { received: 0, repeated: 0, dropped: spans.length }
}
