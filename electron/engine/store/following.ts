// Reading by cursor: at once where there is something, else when something is written or the wait is over.

import { countOf, cut, type Packed } from '#shared/record/run.ts'
import type { Clock } from '../clock.ts'
import type { Changed } from './changed.ts'
import { type EntryFilter, toClause } from './filter.ts'
import type { Store } from './store.ts'
import { matches, type Tail } from './tail.ts'

export interface ReadRequest {
  /** The cursor: the `next` of the call before, or 0. */
  readonly after: number
  readonly limit?: number
  /** How long to wait when there is nothing yet. */
  readonly waitMs?: number
  readonly filter?: EntryFilter
  readonly signal?: AbortSignal
}

export interface ReadUpTo {
  readonly next: number
  /** The newest entry any reader may see. */
  readonly latest: number
}

export interface PackedAnswer extends ReadUpTo {
  readonly packed: readonly Packed[]
}

interface FollowingDeps {
  readonly clock: Clock
  readonly stores: () => readonly Store[]
  readonly tail: Tail
  readonly changed: Changed
  readonly latest: () => number
  readonly closed: () => boolean
  readonly onRead: () => void
}

/** Entries handed out in one answer; the reader asks for the next. */
export const maxEntryPage = 5_000

export function createFollowing(deps: FollowingDeps): (request: ReadRequest) => Promise<PackedAnswer> {
  const { clock, stores, tail, changed, latest, closed, onRead } = deps

  const select = (after: number, limit: number, filter: EntryFilter | undefined): readonly Packed[] => {
    const near = tail.read(after, limit, filter)
    if (near !== undefined) return near
    const clause = toClause(filter)
    const found = stores().flatMap((store) => store.selectPacked({ clause, after, limit }))
    return firstOf(
      found.toSorted((a, b) => a.seq - b.seq),
      limit,
    )
  }

  return async ({ after, limit = 500, waitMs = 0, filter, signal }) => {
    const size = Math.max(1, Math.min(limit, maxEntryPage))
    const deadlineMs = clock.monoMs() + waitMs
    let cursor = Math.max(0, after)
    for (;;) {
      const newest = latest()
      if (closed() || signal?.aborted) return { packed: [], next: cursor, latest: newest }
      const packed = cursor < newest ? select(cursor, size, filter) : []
      const last = packed.at(-1)
      if (last !== undefined) {
        onRead()
        const next = countIn(packed) === size ? last.seq + countOf(last) - 1 : newest
        return { packed, next, latest: newest }
      }
      cursor = Math.max(cursor, newest)
      const leftMs = deadlineMs - clock.monoMs()
      if (leftMs <= 0) return { packed: [], next: cursor, latest: newest }
      await changed.wait(leftMs, signal, (written) => {
        const isNews = written.some(({ packed }) => matches(packed, filter))
        // All up to here was looked at.
        if (!isNews) cursor = Math.max(cursor, latest())
        return isNews
      })
    }
  }
}

/** So many entries from the beginning. */
function firstOf(packed: readonly Packed[], limit: number): readonly Packed[] {
  let left = limit
  return packed.flatMap((each) => {
    const part = cut(each, each.seq, left)
    if (part !== undefined) left -= countOf(part)
    return part ?? []
  })
}

function countIn(packed: readonly Packed[]): number {
  return packed.reduce((sum, each) => sum + countOf(each), 0)
}
