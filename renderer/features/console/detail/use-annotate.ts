import { useQueryClient } from '@tanstack/react-query'
import type { Inputs } from '#shared/contract/contract.ts'
import { useEngine } from '../../../host/engine.tsx'

type Annotation = Omit<Inputs['console']['annotate'], 'exchangeId' | 'sessionId'>

/** Rejects where it was not kept. */
export function useAnnotate(exchangeId: string): (annotation: Annotation) => Promise<void> {
  const { client } = useEngine()
  const queries = useQueryClient()
  return async (annotation) => {
    await client.console.annotate({ exchangeId, ...annotation })
    await queries.invalidateQueries({ queryKey: ['console', 'exchange', exchangeId] })
  }
}
