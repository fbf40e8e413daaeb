import { useQueryClient } from '@tanstack/react-query'
import type { Mark } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'

interface Annotation {
  readonly pinned?: boolean
  readonly mark?: Mark | null
  readonly note?: string | null
}

export function useAnnotate(exchangeId: string): (annotation: Annotation) => void {
  const { client } = useEngine()
  const queries = useQueryClient()
  return (annotation) => {
    client.console
      .annotate({ exchangeId, ...annotation })
      .then(() => queries.invalidateQueries({ queryKey: ['console', 'exchange', exchangeId] }))
      .catch((error: unknown) => console.error('The exchange was not changed.', error))
  }
}
