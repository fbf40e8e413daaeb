// The exchanges of a view as rows by position, as far as they are on screen.

import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createListOf } from '../../../record/paged-list.ts'

type Input = Inputs['console']['exchanges']

export function useExchanges(
  { filter, after, order }: Pick<Input, 'filter' | 'after' | 'order'>,
  isPaused: boolean,
) {
  const { client } = useEngine()
  const read = useCallback(
    (query: Omit<Input, 'filter' | 'after'>, options: { readonly signal: AbortSignal }) =>
      client.console.exchanges({ filter, after, ...query }, options),
    [client, filter, after],
  )
  const last = useRef<Last<typeof read>>(undefined)
  const list = useMemo(() => {
    // Sorted otherwise it is as long, and the head stays under the keys that sort it.
    const before = last.current?.read === read && !last.current.isPaused ? last.current.page() : undefined
    return createListOf((range, options) => read({ ...defined({ order }), ...range }, options), before)
  }, [read, order])
  last.current = { read, isPaused, page: () => list.state().answer }
  useEffect(() => list.setPaused(isPaused), [list, isPaused])
  return list
}

interface Last<Read extends (...input: never) => Promise<unknown>> {
  readonly read: Read
  readonly isPaused: boolean
  page(): Awaited<ReturnType<Read>> | undefined
}
