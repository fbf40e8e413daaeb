// Sessions on their way out, and a file that is made smaller: one of these at a time, in slices between which everything else gets its
// turn. A discarded session is marked in the file first, so that it is gone for all readers at once and goes on going after a restart.

import { guarded } from '../guarded.ts'
import { createTurns } from '../in-turn.ts'
import { createSlices } from '../slices.ts'
import { compactionOf, type DeletionNews, deletionOf, type Slices } from './retention.ts'
import type { Store, StoredSession } from './store.ts'
import type { Writing } from './writing.ts'

interface DiscardedSession {
  readonly row: StoredSession
  /** How much of it is deleted, from 0 to 1. */
  readonly part: number
  /** Of its calls there are some of which nothing is deleted. */
  readonly isLeft: boolean
}

interface DiscardingDeps {
  readonly newsFor: (store: Store) => DeletionNews
  /** What was made of its entries is worth nothing when it begins, nor is what was made meanwhile when it has ended. */
  readonly onChange: () => void
}

/** A disk that refused something may have room later. */
const againMs = 5_000

export type Discarding = ReturnType<typeof createDiscarding>

export function createDiscarding(
  { keptStores: stores, flush, isClosed }: Writing,
  { newsFor, onChange }: DiscardingDeps,
) {
  let deletions = 0
  const changed = () => {
    deletions += 1
    onChange()
  }
  const parts = new Map<string, number>()
  const inTurn = createTurns()

  const deleteAll = async (sessionId: string): Promise<boolean> => {
    const all = stores()
    let isGone = true
    for (const [place, store] of all.entries()) {
      if (isClosed()) return false
      const slices = deletionOf(store, sessionId, newsFor(store))
      const of = await inSlices(slices, (part) => parts.set(sessionId, (place + part) / all.length), isClosed)
      isGone &&= of ?? false
    }
    if (isClosed()) return false
    parts.delete(sessionId)
    changed()
    return isGone
  }
  const begin = (sessionId: string): Promise<boolean> => {
    parts.set(sessionId, 0)
    return inTurn(() => deleteAll(sessionId)).catch((error: unknown) => {
      const retry = guarded('deleting a session', () => (isClosed() ? undefined : begin(sessionId)))
      setTimeout(retry, againMs).unref()
      throw error
    })
  }
  const hide = (sessionId: string) => {
    flush()
    for (const { database } of stores()) database.prepare(mark).run(sessionId)
    changed()
  }
  const marked = () => stores().flatMap((store) => store.sessions().filter(({ facts }) => facts?.discarded))

  return {
    /** Grows when a session is being deleted, and when it is gone: what was made of its entries is worth nothing then. */
    deletions: (): number => deletions,
    /**
     * In slices; resolves when nothing of it is left on the disk, or, with false, when what was left is a session again. What an end of
     * Parley interrupts goes on at the next start.
     */
    deleteSession(sessionId: string): Promise<boolean> {
      hide(sessionId)
      return begin(sessionId)
    },
    /** Marks it as one that is being deleted, and deletes nothing of it yet; an end of Parley does, at the next start. */
    hideSession: hide,
    /** A session that was hidden is one again, and all of it is there. */
    showSession(sessionId: string) {
      for (const { database } of stores()) database.prepare(unmark).run(sessionId)
      changed()
    },
    /** What is left is to be a session again. False where nothing is, or it was never one. */
    cancelDeletion(sessionId: string): boolean {
      if (!parts.has(sessionId)) return false
      const canceled = stores().map(({ database }) => database.prepare(markCanceled).run(sessionId).changes)
      changed()
      return canceled.some((changes) => Number(changes) > 0)
    },
    /** Those that are being deleted, or wait for it. */
    discarded(): readonly DiscardedSession[] {
      const rows = new Map(marked().map((row) => [row.sessionId, row]))
      return [...parts].flatMap(([sessionId, part]) => {
        const row = rows.get(sessionId)
        const isLeft = stores().some(({ database }) => database.prepare(left).get(sessionId) !== undefined)
        return row ? [{ row, part, isLeft }] : []
      })
    },
    /** What was begun before the last end is ended now. */
    resume() {
      for (const sessionId of new Set(marked().map((row) => row.sessionId))) {
        begin(sessionId).catch(() => undefined)
      }
    },
    /** Makes the file as small as it can be, in slices. What was done stays done when it is broken off. */
    compact(onPart: (part: number) => void, signal?: AbortSignal): Promise<void> {
      flush()
      const isBrokenOff = () => isClosed() || signal?.aborted === true
      return inTurn(async () => {
        const all = stores()
        for (const [place, store] of all.entries()) {
          await inSlices(compactionOf(store), (part) => onPart((place + part) / all.length), isBrokenOff)
        }
      })
    },
  }
}

/** Undefined when it was broken off. */
async function inSlices<T>(
  slices: Slices<T>,
  onPart: (part: number) => void,
  isBrokenOff: () => boolean,
): Promise<T | undefined> {
  const breathe = createSlices()
  for (;;) {
    const next = slices.next()
    if (next.done) return next.value
    onPart(next.value)
    await breathe()
    if (isBrokenOff()) return undefined
  }
}

// A draft stays one: half of a session is nobody's to keep.
const mark = `UPDATE session SET facts = json_insert(facts, '$.discarded', json('true')) WHERE uid = ?`
export const unmark = `UPDATE session SET facts = json_remove(facts, '$.discarded') WHERE uid = ?`
const markCanceled = `UPDATE session SET facts = json_set(facts, '$.canceled', json('true'))
  WHERE uid = ? AND json_type(facts, '$.discarded') = 'true' AND EXISTS (SELECT 1 FROM summary WHERE session = session.id)`
const left = 'SELECT 1 FROM summary WHERE session = (SELECT id FROM session WHERE uid = ?) LIMIT 1'
