// Answers what the contract asks of a session's agents together, from the fold of its entries.

import type { EngineClient, Inputs } from '../../contract/contract.ts'
import type { SequencePart } from '../../contract/together.ts'
import type { Stories } from '../stories.ts'
import { createVersions } from '../versions.ts'
import { type SequenceRows, sequenceRows } from './sequence-rows.ts'
import type { TogetherFold } from './together-fold.ts'

type Look = Inputs['together']['taken']

interface Folded {
  readonly fold: TogetherFold
  /** Below 1 while it is still being folded. */
  readonly progress: number
}

export interface FoldedSession {
  /** As far as the record goes, or as the time allows. */
  caughtUp(): Promise<Folded>
  /** Looks until the version is another than the one that was seen, or the time is up. */
  readonly followed: Stories<never>['followed']
  /** As it may leave Parley. */
  masked<T>(value: T): T
}

export function answerTogether({ caughtUp, followed, masked }: FoldedSession): EngineClient['together'] {
  const versionOf = createVersions()
  const rowsOf = createRowsOf()
  const read = ({ fold }: Folded, look: Look): SequencePart => {
    const all = rowsOf(fold, look)
    const rows = all.read(look.offset, look.limit)
    return { lanes: [...fold.lanes()], rows, total: all.total, dropped: fold.dropped() }
  }
  const reached = async () => {
    const folded = await caughtUp()
    return { folded, version: versionOf(folded.fold, folded.fold.version()), progress: folded.progress }
  }
  return {
    async sequence({ seen, waitMs, ...look }, options) {
      const { folded, ...told } = await followed({ seen, waitMs }, options, reached)
      return { ...read(folded, look), ...told }
    },
    taken: async (look) => masked(read(await caughtUp(), look)),
    async map(wait, options) {
      const { folded, ...told } = await followed(wait, options, reached)
      return { lanes: [...folded.fold.lanes()], edges: folded.fold.edges(), ...told }
    },
  }
}

/** Kept for the next page of the same. */
function createRowsOf(): (fold: TogetherFold, look: Look) => SequenceRows {
  let last: { readonly key: string; readonly fold: TogetherFold; readonly rows: SequenceRows } | undefined
  return (fold, { open, between }) => {
    const key = JSON.stringify([fold.version(), open, between])
    if (last?.fold !== fold || last.key !== key) last = { key, fold, rows: rowsIn(fold, { open, between }) }
    return last.rows
  }
}

function rowsIn(fold: TogetherFold, { open, between }: Pick<Look, 'open' | 'between'>): SequenceRows {
  const placeOf = (lane: string) => fold.lanes().findIndex(({ id }) => id === lane)
  const places = between && { from: placeOf(between.from), to: placeOf(between.to) }
  return sequenceRows(fold, { open, between: places })
}
