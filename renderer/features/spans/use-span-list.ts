import { useMemo } from 'react'
import { useEngine } from '../../host/engine.tsx'
import { useSteadyList } from '../../record/use-steady-list.ts'
import { useSpans } from '../../state/spans.ts'
import { createSpanList, type SpansOf } from './span-list.ts'

export type ShownSpans = ReturnType<typeof useSpanList>

/** Place and focus stay where they are when a row is folded. */
export function useSpanList(of: SpansOf) {
  const { client } = useEngine()
  const folded = useSpans((state) => state.folded)
  const id = 'traceId' in of ? of.traceId : of.exchangeId
  const isTrace = 'traceId' in of
  const next = useMemo(
    () => createSpanList(client, isTrace ? { traceId: id } : { exchangeId: id }, folded),
    [client, isTrace, id, folded],
  )
  return { of, ...useSteadyList(next) }
}
