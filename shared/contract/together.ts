// The calls between agents of a session: the sequence of calls, states and pushes between callers and agents, by position, and
// the map of them.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import type { Edge, Lane, SequenceRow } from '../story/sequence/sequence.ts'
import { maxOpenRows, maxSequenceRows } from './constants.ts'
import { type Followed, followed, ofSession } from './followed.ts'
import { maxRowKeyChars } from './story.ts'

interface ReadOn extends Followed {
  /** Below 1 while a long session is still being read. */
  readonly progress: number
}

export interface SequencePart {
  readonly lanes: readonly Lane[]
  readonly rows: readonly SequenceRow[]
  /** Number of all rows. */
  readonly total: number
  /** Number of older rows that were dropped, before equal calls are grouped. */
  readonly dropped: number
}

export interface SequencePage extends SequencePart, ReadOn {}

export interface AgentMap extends ReadOn {
  readonly lanes: readonly Lane[]
  readonly edges: readonly Edge[]
}

const laneId = z.string().max(maxRowKeyChars)
const looked = z.object({
  /** By default the session that is recorded. */
  ...ofSession,
  /** Keys of opened groups of equal calls. */
  open: z.array(z.string().max(maxRowKeyChars)).max(maxOpenRows),
  /** Only what passes between these lanes, by the calls of the first to the second. */
  between: z.object({ from: laneId, to: laneId }).optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(maxSequenceRows),
})
export const together = {
  /** With `seen`, waits for a change. */
  sequence: oc.input(looked.extend(followed)).output(type<SequencePage>()),
  /** The same for export: secrets that were recognised later are masked, too. */
  taken: oc.input(looked).output(type<SequencePart>()),
  map: oc.input(z.object({ ...ofSession, ...followed })).output(type<AgentMap>()),
}
