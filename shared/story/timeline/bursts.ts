// Rows that may still grow: pieces of one artifact that follow each other on one exchange are one row, and so are keep-alives. Pieces of
// several artifacts may come by turns.

import type { Source } from '../sightings.ts'
import type { RowTable } from './row-table.ts'

export interface Came {
  readonly exchangeId: string
  readonly source: Source
  readonly ms: number
}

/** A pause after which the next piece begins a row of its own. */
const pauseMs = 2_000

interface Burst extends Omit<Came, 'ms'> {
  readonly row: number
}

export function createBursts(rows: RowTable) {
  const open = new Map<number, Burst>()
  let alive: Omit<Burst, 'source'> | undefined
  return {
    /** The row of the artifact that goes on with what came. */
    of(artifact: number, { exchangeId, source, ms }: Came): number | undefined {
      const burst = open.get(artifact)
      if (burst?.exchangeId !== exchangeId || burst.source !== source) return undefined
      return ms - rows.untilMs(burst.row) < pauseMs ? burst.row : undefined
    },
    began(artifact: number, row: number, { exchangeId, source }: Came) {
      open.set(artifact, { row, exchangeId, source })
    },
    keepAlives: ({ exchangeId }: Came) => (alive?.exchangeId === exchangeId ? alive.row : undefined),
    keptAlive(row: number, { exchangeId }: Came) {
      alive = row < 0 ? undefined : { row, exchangeId }
    },
    /** What comes next begins rows of its own; of one artifact only. */
    end(artifact?: number) {
      if (artifact !== undefined) {
        open.delete(artifact)
        return
      }
      open.clear()
      alive = undefined
    },
  }
}
