// Which rows of an exchange carry more than further frames: a few of a stream of any length, found by indexes.

import type { Packed } from '#shared/record/run.ts'
import { mayContainState } from '#shared/story/status-identity.ts'
import { maxSpanEvents } from '#shared/traces/span.ts'

/** Frames without a state of a task. */
export function isStateless(packed: Packed): boolean {
  return (packed.kind === 'frame' || packed.kind === 'run') && !mayContainState(packed)
}

const its = 'exchange = (SELECT id FROM its)'

/** Rows of an exchange: non-frames, frames that may have a state, as many with findings as a span lists, and the last. */
export const stateRows = `WITH its AS (SELECT id FROM exchange WHERE uid = ?)
  SELECT seq FROM entry INDEXED BY entry_rare WHERE ${its} AND kind <> 2
  UNION SELECT seq FROM entry WHERE ${its} AND kind = 2 AND stateless IS NULL
  UNION SELECT seq FROM (SELECT seq FROM entry WHERE ${its} AND severity IS NOT NULL ORDER BY seq LIMIT ${maxSpanEvents})
  UNION SELECT max(seq) FROM entry WHERE ${its}`
