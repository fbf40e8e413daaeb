import type { EngineClient } from '#shared/contract/contract.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'

const filter = 'kind:operation'
/** Enough to choose from; what is on screen comes first. */
const most = 500

/** The last calls of a session that were about tasks, the newest first. How many there are, only the filter knows. */
export async function newestOperations(
  { console }: EngineClient,
  sessionId: string,
  signal: AbortSignal,
): Promise<readonly ExchangeRow[]> {
  const { total } = await console.exchanges({ filter, sessionId, offset: 0, limit: 1 }, { signal })
  const offset = Math.max(0, total - most)
  const { rows } = await console.exchanges({ filter, sessionId, offset, limit: most }, { signal })
  return rows.toReversed()
}
