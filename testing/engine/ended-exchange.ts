import type { EngineClient } from '#shared/contract/contract.ts'

/** An exchange in full, once it is over. */
export async function endedExchange({ console }: EngineClient, exchangeId: string) {
  let answer = await console.exchange({ exchangeId })
  while (answer.row.state === 'open')
    answer = await console.exchange({ exchangeId, seen: answer.version, waitMs: 1_000 })
  return answer
}
