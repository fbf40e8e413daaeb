// Adds facts to each batch before it is written, and has a version that readers wait for.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { maxBodyBytes } from '#shared/bounded.ts'
import { createReading } from '#shared/story/reading.ts'
import { readBodyRange } from './body.ts'
import { begunIn, contextIn, createFactWriter } from './fact-writer.ts'
import type { RowToWrite } from './run.ts'
import { readableText } from './shorten-body.ts'
import type { Batch, Store } from './store.ts'

export function createFacts(stores: () => readonly Store[]) {
  let version = 0
  let storesBefore: readonly Store[] = []
  let pending: Batch['bodies'] = new Map()

  const bodies = (hash: string): string | undefined => {
    const bytes = pending.get(hash) ?? readBodyRange(stores(), hash, 0, maxBodyBytes)?.bytes
    return bytes && readableText(bytes, { hash, secret: '' })
  }
  const reading = createReading({ dialectOf, bodies })
  const withFacts = createFactWriter({ reading, begun: (exchangeId) => begunIn(stores(), exchangeId) })

  /** Adds the context that another store has for the task. */
  const inContext = (row: RowToWrite): RowToWrite => {
    if (row.facts === undefined) return row
    const facts = row.facts.map((fact) => {
      if (fact.taskId === undefined || fact.contextId !== undefined) return fact
      const contextId = contextIn(stores(), fact)
      return contextId === undefined ? fact : { ...fact, contextId }
    })
    return { ...row, facts }
  }

  return {
    /** The same batch, its rows with their facts. */
    withFacts(batch: Batch): Batch {
      pending = batch.bodies
      const reported = withFacts(batch.rows)
      pending = new Map()
      const rows = stores().length > 1 ? reported.map(inContext) : reported
      if (rows.some(({ facts }) => facts !== undefined)) version += 1
      return { ...batch, rows }
    },
    reading,
    version(): number {
      const now = stores()
      // Moving to another store, or dropping one, changes the lists.
      if (now.length !== storesBefore.length || now.some((store, place) => store !== storesBefore[place]))
        version += 1
      storesBefore = now
      return version
    },
    changed() {
      version += 1
    },
  }
}
