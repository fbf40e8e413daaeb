import type { EngineClient } from '#shared/contract/contract.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'

const filter = 'kind:operation'
/** Operations offered for an export, the newest; a task or a context takes all of its own along. */
const maxOfferedOperations = 500

/** The last operations of a session, the newest first. Only the filter gives their number. */
export async function newestOperations(
  { console }: EngineClient,
  sessionId: string,
  signal: AbortSignal,
): Promise<readonly ExchangeRow[]> {
  const { total } = await console.exchanges({ filter, sessionId, offset: 0, limit: 1 }, { signal })
  const offset = Math.max(0, total - maxOfferedOperations)
  const { rows } = await console.exchanges(
    { filter, sessionId, offset, limit: maxOfferedOperations },
    { signal },
  )
  return rows.toReversed()
}
