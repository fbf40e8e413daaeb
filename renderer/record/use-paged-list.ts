import { useEffect, useSyncExternalStore } from 'react'
import type { ListState, PagedList } from './paged-list.ts'

/** Follows a list, which is to be made once, for as long as it is the one that is shown. */
export function usePagedList<Row, Answer>(list: PagedList<Row, Answer>): ListState<Answer> {
  useEffect(() => list.close, [list])
  return useSyncExternalStore(list.subscribe, list.state)
}
