// The exchanges of a view as rows by position, as far as they are on screen.

import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import type { ListedExchange } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createListOf, type PagedList } from '../../../record/paged-list.ts'

type Input = Inputs['console']['exchanges']
type View = Pick<Input, 'filter' | 'after' | 'agentId' | 'order' | 'nested' | 'counting'>
type List = PagedList<ListedExchange, Awaited<ReturnType<EngineClient['console']['exchanges']>>>

export function useExchanges(view: View, isPaused: boolean) {
  const { filter, after, agentId, order, nested, counting } = view
  const { client } = useEngine()
  const read = useCallback(
    (query: Omit<Input, 'filter' | 'after'>, options: { readonly signal: AbortSignal }) =>
      client.console.exchanges({ filter, after, ...defined({ agentId, counting }), ...query }, options),
    [client, filter, after, agentId, counting],
  )
  const last = useRef<Last>(undefined)
  const made = useMemo(() => {
    // Sorted otherwise, or with others open, nothing blinks, and the keys stay where they are: what was there is, until it is read anew.
    const before = last.current?.read === read && !last.current.isPaused ? last.current.list : undefined
    const list: List = createListOf(
      (range, options) => read({ ...defined({ order, nested }), ...range }, options),
      { before: before?.state().answer },
    )
    const rowAt = (index: number) => list.rowAt(index) ?? before?.rowAt(index)
    return { list, rows: { want: list.want, rowAt } }
  }, [read, order, nested])
  const { list } = made
  last.current = { read, isPaused, list }
  useEffect(() => list.setPaused(isPaused), [list, isPaused])
  return made
}

interface Last {
  readonly read: unknown
  readonly isPaused: boolean
  readonly list: List
}
