import { useQueryClient } from '@tanstack/react-query'
import type { Mark } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'

interface Annotation {
  readonly pinned?: boolean
  readonly mark?: Mark | null
  readonly note?: string | null
}

/** Rejects where it was not kept. */
export function useAnnotate(exchangeId: string): (annotation: Annotation) => Promise<void> {
  const { client } = useEngine()
  const queries = useQueryClient()
  return async (annotation) => {
    await client.console.annotate({ exchangeId, ...annotation })
    await queries.invalidateQueries({ queryKey: ['console', 'exchange', exchangeId] })
  }
}
