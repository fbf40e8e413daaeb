import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import type { SequencePage, SequencePart } from '#shared/contract/together.ts'
import { maxSequenceRows } from '#shared/contract/together.ts'
import type { SequenceRow } from '#shared/story/together/sequence.ts'
import { createPagedList, type PagedList } from '../../../record/paged-list.ts'

export type SequenceQuery = Pick<Inputs['together']['taken'], 'open' | 'between'>
export type SequenceList = PagedList<SequenceRow, SequencePage>

export function createSequenceList({ together }: EngineClient, query: SequenceQuery): SequenceList {
  return createPagedList<SequenceRow, SequencePage>({
    follow: ({ version: seen, offset, limit, waitMs }, signal) =>
      together.sequence({ ...query, offset, limit: Math.max(1, limit), seen, waitMs }, { signal }),
    load: async (offset, limit, signal) =>
      (await together.sequence({ ...query, offset, limit }, { signal })).rows,
  })
}

/** Rows from the beginning, to take away: secrets are left out. */
export async function takeSequence(
  { together }: EngineClient,
  query: SequenceQuery,
  most: number,
): Promise<SequencePart> {
  const rows: SequenceRow[] = []
  for (;;) {
    const limit = Math.min(maxSequenceRows, most - rows.length)
    const part = await together.taken({ ...query, offset: rows.length, limit })
    rows.push(...part.rows)
    if (part.rows.length < limit || rows.length >= most) return { ...part, rows }
  }
}
