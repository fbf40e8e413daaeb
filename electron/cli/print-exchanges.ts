import { maxWaitMs } from '#shared/contract/constants.ts'
import { exchangeLine } from './sessions/session-text.ts'
import type { EngineRun } from './with-engine.ts'

const pageRows = 200

/**
 * Each exchange once, after its end, in the order of their beginnings. Ends when the run is stopped, or when `isOver`
 * returns true for the number of open exchanges.
 */
export async function printExchanges(
  { engine, signal, output }: EngineRun,
  sessionId: string,
  isOver: (open: number) => Promise<boolean> = async () => false,
): Promise<void> {
  const { console } = engine.readersOf(undefined)
  const printed = new Set<string>()
  let last: number | undefined
  for (let offset = 0; !signal.aborted; ) {
    const wait = last === undefined ? {} : { seen: last, waitMs: maxWaitMs }
    const request = { filter: '', sessionId, offset, limit: pageRows, ...wait }
    const page = await console.exchanges(request, { signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (!page) return
    for (const row of page.rows) {
      if (row.state === 'open' || printed.has(row.id)) continue
      printed.add(row.id)
      output.line({ exchange: row }, () => exchangeLine(row))
    }
    const open = page.rows.findIndex(({ state }) => state === 'open')
    const ended = open < 0 ? page.rows.length : open
    for (const { id } of page.rows.slice(0, ended)) printed.delete(id)
    offset += ended
    last = ended === pageRows ? undefined : page.version
    if (await isOver(page.total - offset)) return
  }
}
