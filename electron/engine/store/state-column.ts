// Which rows of an exchange say more than that further frames arrived: of a stream of any length a few, found by indexes of their own.

import type { Packed } from '#shared/record/run.ts'
import { mayContainState } from '#shared/story/status-identity.ts'
import { maxSpanEvents } from '#shared/traces/span.ts'

/** Frames of which none tells a task's state. */
export function isStateless(packed: Packed): boolean {
  return (packed.kind === 'frame' || packed.kind === 'run') && !mayContainState(packed)
}

const its = 'exchange = (SELECT id FROM its)'

/** Of one exchange: what is no frame, frames that may tell a task's state, as many with findings as a span says, and the last row. */
export const tellingRows = `WITH its AS (SELECT id FROM exchange WHERE uid = ?)
  SELECT seq FROM entry INDEXED BY entry_rare WHERE ${its} AND kind <> 2
  UNION SELECT seq FROM entry WHERE ${its} AND kind = 2 AND stateless IS NULL
  UNION SELECT seq FROM (SELECT seq FROM entry WHERE ${its} AND severity IS NOT NULL ORDER BY seq LIMIT ${maxSpanEvents})
  UNION SELECT max(seq) FROM entry WHERE ${its}`
