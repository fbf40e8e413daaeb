import { useEffect, useMemo } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { usePagedList } from '../../../record/use-paged-list.ts'
import { createExchangeList, type ExchangeList } from './exchange-list.ts'

interface Shown {
  readonly filter: string
  readonly after: number
  readonly paused: boolean
}

interface ShownList {
  readonly list: ExchangeList
  /** Undefined before the first answer. */
  readonly total: number | undefined
  readonly hasCallers: boolean
  readonly problem: string | undefined
}

/** The list for a filter; drawn again whenever rows or their number change. */
export function useExchangeList({ filter, after, paused }: Shown): ShownList {
  const { client } = useEngine()
  const list = useMemo(() => createExchangeList(client, { filter, after }), [client, filter, after])
  useEffect(() => list.setPaused(paused), [list, paused])
  const { answer, problem } = usePagedList(list)
  return { list, total: answer?.total, hasCallers: answer?.hasCallers ?? false, problem }
}
