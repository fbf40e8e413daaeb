import { useQueryClient } from '@tanstack/react-query'
import type { FollowedExchange } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { useEngine } from '../../../host/engine.tsx'
import { exchangeKey } from '../../../record/use-exchange.ts'

type Annotation = Omit<Inputs['console']['annotate'], 'exchangeId' | 'sessionId'>

/** Rejects where it was not kept. */
export function useAnnotate(exchangeId: string): (annotation: Annotation) => Promise<void> {
  const { client } = useEngine()
  const queries = useQueryClient()
  return async (annotation) => {
    const row = await client.console.annotate({ exchangeId, ...annotation })
    queries.setQueryData<FollowedExchange>(exchangeKey(exchangeId), (known) => known && { ...known, row })
  }
}
