// The received spans of a record: written with what is there of their exchanges, read by trace, followed by version.

import { reportInternalError } from '../guarded.ts'
import { type Changed, type Followed, untilOther } from './changed.ts'
import type { Keeping } from './keeping.ts'
import type { OffRecord } from './off-record.ts'
import { isOfDisk } from './problem.ts'
import { createSpanReader, type SpanReader } from './read-spans.ts'
import type { Store } from './store.ts'
import { createTracedExchanges, type TracedExchanges } from './traced-exchanges.ts'
import { createSpanWriter, type SpansWritten, type SpanToWrite } from './write-spans.ts'

export interface KeptSpans extends SpanReader, TracedExchanges {
  /**
   * Undefined where the disk takes nothing now: whoever sent them is to send them again. Of traces that no exchange names, `recorded` has
   * the spans, the session that is recorded; without one they are dropped.
   */
  write(spans: readonly SpanToWrite[], at: number, recorded: string | undefined): SpansWritten | undefined
  /** Of a session that comes from a file. `dropped` are those of their trace that it hasn’t. */
  writeInto(sessionId: string, spans: readonly SpanToWrite[], at: number, dropped: number): void
  /** Grows with whatever is written. */
  changes(): number
  /** Waits for another version than the one that was seen; answers for how long. */
  untilOther(version: () => number, followed: Followed): Promise<number>
  /** Some were deleted with their session. */
  dropped(): void
}

interface KeptSpansDeps {
  readonly stores: () => readonly Store[]
  readonly keeping: Keeping
  readonly offRecord: OffRecord
  readonly flush: () => void
  readonly changed: Changed
  /** The disk refused something. */
  readonly onFailure: (error: unknown) => void
}

export function createKeptSpans({
  stores,
  keeping,
  offRecord,
  flush,
  changed,
  onFailure,
}: KeptSpansDeps): KeptSpans {
  let changes = 0
  let recorded: string | undefined
  const writer = createSpanWriter({
    // What is not to be kept comes first, and takes the spans of its calls along.
    stores: () => [...offRecord.stores(), ...keeping.stores()],
    current() {
      const [store] = keeping.stores()
      return store && recorded !== undefined ? { store, sessionId: recorded } : undefined
    },
  })
  const flushed = () => {
    flush()
    return stores()
  }
  const written = () => {
    changes += 1
    changed.wake()
  }
  return {
    ...createSpanReader(flushed),
    ...createTracedExchanges(flushed),
    write(spans, at, session) {
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
    writeInto(sessionId, spans, at, dropped) {
      flush()
      writer.write(spans, at, sessionId, dropped)
      written()
    },
    changes: () => changes,
    untilOther: (version, followed) => untilOther(changed, version, followed),
    dropped() {
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
