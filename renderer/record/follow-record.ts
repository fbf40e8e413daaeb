// Reads the record by cursor, one call in flight: nobody waits for a slow or hidden window. What comes bit by bit is read no
// oftener than it is shown.

import type { EngineClient } from '#shared/contract/contract.ts'
import { maxFollowLimit, maxWaitMs } from '#shared/contract/record.ts'
import { countOf, type Packed } from '#shared/record/run.ts'
import { createPace } from './pace.ts'
import { rest } from './rest.ts'

export interface ReadingRange {
  /** Where to begin; without it, near the end. */
  readonly after?: number
  /** The session is over: once its end is reached nobody waits for more. */
  readonly ends?: boolean
  /** Nothing is read beyond so many entries. */
  readonly most?: number
}

export interface Follower {
  fold(packed: readonly Packed[]): Promise<void>
  /** There will be something new to show. */
  prepare(): Promise<void>
  tell(notice: string | undefined): void
}

/** How far back a window begins: enough for the last conversations, bounded however long the record is. */
export const openingEntries = 20_000

/** After news the window has at least so long to itself. */
export const restMs = 50
/** What is far behind is not shown at each step of the way. */
const longestUntoldMs = 400

export async function followRecord(
  client: EngineClient,
  { after: begin, ends, most = Number.POSITIVE_INFINITY }: ReadingRange,
  { fold, prepare, tell }: Follower,
  signal: AbortSignal,
): Promise<void> {
  let after = begin ?? (await nearTheEnd(client, signal))
  if (after > 0) await fold((await client.record.before({ place: after }, { signal })).packed)
  let waitMs = 0
  let read = 0
  let notice: string | undefined
  const pace = createPace(restMs)
  let isTold = true
  let toldAt = performance.now()
  const ask = () => {
    const asked = client.record.read({ after, limit: maxFollowLimit, waitMs }, { signal })
    // Who leaves meanwhile does not wait for it.
    asked.catch(() => undefined)
    return asked
  }

  for (let asked = ask(); !signal.aborted; ) {
    const { packed, next, latest, notice: said } = await asked
    after = next
    waitMs = ends ? 0 : maxWaitMs
    for (const each of packed) read += countOf(each)
    const isOver = read >= most || (packed.length === 0 && ends)
    const isBehind = !isOver && next < latest
    // The engine looks for what comes next while this is folded.
    if (isBehind) asked = ask()
    isTold &&= packed.length === 0 && said === notice
    notice = said
    await fold(packed)
    if (!isTold && (!isBehind || performance.now() - toldAt > longestUntoldMs)) {
      await prepare()
      await pace.show(() => tell(notice), signal)
      isTold = true
      toldAt = performance.now()
    } else if (!isBehind) await rest(restMs, signal)
    if (isOver) return
    if (!isBehind) asked = ask()
  }
}

/** The first answer comes at once: a window must know from its start how far the record goes, and whether it is kept. */
async function nearTheEnd(client: EngineClient, signal: AbortSignal): Promise<number> {
  const { latest } = await client.record.read({ after: 0, limit: 1, waitMs: 0 }, { signal })
  return Math.max(0, latest - openingEntries)
}
