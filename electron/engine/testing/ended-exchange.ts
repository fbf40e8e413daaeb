import type { EngineClient } from '#shared/contract/contract.ts'

/** An exchange in full, once it is over. */
export async function endedExchange({ console, record }: EngineClient, exchangeId: string) {
  for (;;) {
    const answer = await console.exchange({ exchangeId })
    if (answer.row.state !== 'open') return answer
    await record.read({ after: answer.row.lastSeq, limit: 1, waitMs: 1_000 })
  }
}
