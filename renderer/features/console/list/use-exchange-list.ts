import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { createExchangeList, type ExchangeList } from './exchange-list.ts'

interface Shown {
  readonly filter: string
  readonly after: number
  readonly paused: boolean
}

/** The list for a filter; it changes whenever rows or their number do. */
export function useExchangeList({ filter, after, paused }: Shown): ExchangeList {
  const { client } = useEngine()
  const list = useMemo(() => createExchangeList(client, { filter, after }), [client, filter, after])
  useEffect(() => list.close, [list])
  useEffect(() => list.setPaused(paused), [list, paused])
  const version = useMemo(() => versionOf(list), [list])
  useSyncExternalStore(version.subscribe, version.get)
  return list
}

function versionOf(list: ExchangeList) {
  let version = 0
  return {
    subscribe: (listener: () => void) =>
      list.subscribe(() => {
        version += 1
        listener()
      }),
    get: () => version,
  }
}
