// The facts of a record: told of each batch before it is written, and counted in versions for who reads what they make.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { maxBodyBytes } from '#shared/bounded.ts'
import { createReading, type Reading } from '#shared/story/reading.ts'
import { readBodyRange } from './body.ts'
import { createFactTeller } from './fact-teller.ts'
import { begunIn, contextIn } from './read-facts.ts'
import { createRemaking } from './remaking.ts'
import type { RowToWrite } from './run.ts'
import { readableText } from './shorten-body.ts'
import type { Batch, Store } from './store.ts'

export interface Facts {
  /** The same batch, its rows with their facts. */
  told(batch: Batch): Batch
  readonly reading: Reading
  version(): number
  /** Makes facts of an older record anew, a slice at a time; true when nothing is left to be done. */
  remake(store: Store): boolean
  /** Of that, from 0 to 1. */
  progress(): number
  changed(): void
}

/** Who waits for another version is told so often at most of what is made anew. */
const newsMs = 250

export function createFacts({ stores }: { readonly stores: () => readonly Store[] }): Facts {
  let version = 0
  let known: readonly Store[] = []
  let pending: Batch['bodies'] = new Map()
  let shownMs = 0

  const bodies = (hash: string): string | undefined => {
    const bytes = pending.get(hash) ?? stored(hash)
    return bytes && readableText(bytes, { hash, secret: '' })
  }
  const stored = (hash: string): Uint8Array | undefined => {
    for (const store of stores()) {
      const found = readBodyRange(store, hash, 0, maxBodyBytes)
      if (found) return found.bytes
    }
    return undefined
  }
  const reading = createReading({ dialectOf, bodies })
  const remaking = createRemaking(reading)
  const teller = createFactTeller({ reading, begun: (exchangeId) => begunIn(stores(), exchangeId) })

  /** A task is in the context that another store knows it to be in. */
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
    told(batch) {
      pending = batch.bodies
      const told = teller.told(batch.rows)
      pending = new Map()
      const rows = stores().length > 1 ? told.map(inContext) : told
      if (rows.some(({ facts }) => facts !== undefined)) version += 1
      return { ...batch, rows }
    },
    reading,
    version() {
      const now = stores()
      // What went to another store, or was given up as a whole, is listed otherwise.
      if (now.length !== known.length || now.some((store, place) => store !== known[place])) version += 1
      known = now
      return version
    },
    remake(store) {
      const before = remaking.progress([store])
      const done = remaking.step(store)
      if (before === 1) return done
      const now = performance.now()
      if (!done && now - shownMs < newsMs) return false
      shownMs = now
      version += 1
      return done
    },
    progress: () => remaking.progress(stores()),
    changed() {
      version += 1
    },
  }
}
