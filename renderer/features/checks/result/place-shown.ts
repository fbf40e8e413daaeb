import type { TestResult } from '#shared/checks/run.ts'
import { defined } from '#shared/defined.ts'

interface PlaceShown {
  readonly exchangeId: string
  readonly seq?: number
}

/** Where a result shows: the place of the failure, else the last call of the test. */
export function placeShown({ failure, exchangeIds }: TestResult): PlaceShown | undefined {
  const exchangeId = failure?.exchangeId ?? exchangeIds.at(-1)
  if (exchangeId === undefined) return undefined
  const seq = failure?.exchangeId === undefined ? undefined : failure.seq
  return { exchangeId, ...defined({ seq }) }
}
