import { useSyncExternalStore } from 'react'
import { useEngine } from '../host/engine.tsx'
import type { RecordStore } from './record-store.ts'

/** Selects from the record as it grows. The selected thing must keep its reference while it does not change. */
export function useRecord<T>(select: (record: RecordStore) => T): T {
  const { record } = useEngine()
  return useSyncExternalStore(record.subscribe, () => select(record))
}
