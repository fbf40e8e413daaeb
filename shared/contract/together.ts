// Who reports what to whom in a session: the sequence of calls, states and pushes between callers and agents, by position, and the map of them.

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
  /** Of all rows. */
  readonly total: number
  /** Older ones that are no longer kept, before any are folded. */
  readonly dropped: number
}

export interface SequencePage extends SequencePart, ReadOn {}

export interface AgentMap extends ReadOn {
  readonly lanes: readonly Lane[]
  readonly edges: readonly Edge[]
}

const laneId = z.string().max(maxRowKeyChars)
const looked = z.object({
  /** Without one, the session that is recorded. */
  ...ofSession,
  /** Keys of equal calls that are folded out. */
  open: z.array(z.string().max(maxRowKeyChars)).max(maxOpenRows),
  /** Only what passes between these lanes, by the calls of the first to the second. */
  between: z.object({ from: laneId, to: laneId }).optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(maxSequenceRows),
})
export const together = {
  /** With `seen`, when something has changed. */
  sequence: oc.input(looked.extend(followed)).output(type<SequencePage>()),
  /** The same to take away: whatever has become known as a secret since is left out. */
  taken: oc.input(looked).output(type<SequencePart>()),
  map: oc.input(z.object({ ...ofSession, ...followed })).output(type<AgentMap>()),
}
