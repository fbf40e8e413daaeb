// What is not to be kept: while recording is paused, calls go on and windows show them, but their entries live in this
// memory only and end with the engine. They have sequence numbers like all others, so they are seen in their place.

import { bodyHashes } from '#shared/record/body-hashes.ts'
import { countOf } from '#shared/record/run.ts'
import { openMemory } from './open-database.ts'
import { type Batch, createStore, type Store } from './store.ts'

export interface OffRecord {
  stores(): readonly Store[]
  /** Entries of this session will never be written to a file. */
  begin(sessionId: string): void
  includes(sessionId: string): boolean
  /** Takes what is not to be kept out of a batch and answers with the rest. */
  take(batch: Batch): Batch
  close(): void
}

/** Entries held in memory while recording is paused; the oldest pause makes room as a whole. */
const maxOffRecordEntries = 200_000

export function createOffRecord(): OffRecord {
  const sessions = new Set<string>()
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
    stores: () => (store === undefined ? [] : [store]),
    begin: (sessionId) => void sessions.add(sessionId),
    includes: (sessionId) => sessions.has(sessionId),
    take(batch) {
      const isOff = ({ sessionId }: { readonly sessionId: string }) => sessions.has(sessionId)
      if (sessions.size === 0) return batch
      const mine = batch.rows.filter(({ packed }) => isOff(packed))
      if (mine.length === 0) return { ...batch, sessions: batch.sessions.filter((row) => !isOff(row)) }
      const rest = batch.rows.filter(({ packed }) => !isOff(packed))
      keepInMemory({ rows: mine, bodies: batch.bodies, sessions: batch.sessions.filter(isOff) })
      return {
        rows: rest,
        bodies: without(batch.bodies, mine, rest),
        sessions: batch.sessions.filter((row) => !isOff(row)),
      }
    },
    close: () => store?.database.close(),
  }
}

/** A body goes where its entries go; one that both use goes to both places. */
function without(bodies: Batch['bodies'], mine: Batch['rows'], rest: Batch['rows']): Batch['bodies'] {
  const kept = new Set(rest.flatMap(({ packed }) => bodyHashes(packed)))
  const gone = new Set(mine.flatMap(({ packed }) => bodyHashes(packed)).filter((hash) => !kept.has(hash)))
  return gone.size === 0 ? bodies : new Map([...bodies].filter(([hash]) => !gone.has(hash)))
}
