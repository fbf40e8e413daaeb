// What is not to be kept: while recording is paused, calls go on and windows show them, but their entries live in this
// memory only and end with the engine. They have sequence numbers like all others, and are read as entries of the session that
// was paused, so they are seen in their place; what carries a session away reads the kept stores alone.

import { bodyHashes } from '#shared/record/body-hashes.ts'
import { countOf } from '#shared/record/run.ts'
import { openMemory } from './open-database.ts'
import type { RowToWrite } from './run.ts'
import { type Batch, createStore, type Store } from './store.ts'

/** Entries held in memory while recording is paused; the oldest pause makes room as a whole. */
const maxOffRecordEntries = 200_000

export function createOffRecord() {
  /** By the session they are read as. */
  const sessions = new Map<string, string>()
  let store: Store | undefined
  let entries = 0

  const keepInMemory = (batch: Batch) => {
    if (entries > maxOffRecordEntries) {
      store?.database.close()
      store = undefined
      entries = 0
    }
    store ??= createStore(openMemory())
    store.write(batch)
    entries += batch.rows.reduce((sum, { packed }) => sum + countOf(packed), 0)
  }

  return {
    stores: (): readonly Store[] => (store === undefined ? [] : [store]),
    /** Entries of this session will never be written to a file. They are read as entries of `within`, where one is named. */
    begin: (sessionId: string, within: string = sessionId): void => void sessions.set(sessionId, within),
    /** What of a batch is to be kept; the rest is written to memory. `rows` are all of them, as they are read. */
    take(batch: Batch): { readonly kept: Batch; readonly rows: Batch['rows'] } {
      if (sessions.size === 0) return { kept: batch, rows: batch.rows }
      const mine: RowToWrite[] = []
      const kept: RowToWrite[] = []
      const rows = batch.rows.map((row) => {
        const sessionId = sessions.get(row.packed.sessionId)
        const read = sessionId === undefined ? row : { ...row, packed: { ...row.packed, sessionId } }
        ;(sessionId === undefined ? kept : mine).push(read)
        return read
      })
      if (mine.length === 0) return { kept: batch, rows }
      keepInMemory({ rows: mine, bodies: batch.bodies, sessions: [] })
      return { kept: { ...batch, rows: kept, bodies: without(batch.bodies, mine, kept) }, rows }
    },
    close: (): void => store?.database.close(),
  }
}

/** A body goes where its entries go; one that both use goes to both places. */
function without(bodies: Batch['bodies'], mine: Batch['rows'], rest: Batch['rows']): Batch['bodies'] {
  const kept = new Set(rest.flatMap(({ packed }) => bodyHashes(packed)))
  const gone = new Set(mine.flatMap(({ packed }) => bodyHashes(packed)).filter((hash) => !kept.has(hash)))
  return gone.size === 0 ? bodies : new Map([...bodies].filter(([hash]) => !gone.has(hash)))
}
