import { useEffect, useMemo, useRef, useState } from 'react'
import { type PagedList, usePagedList } from './paged-list.ts'

/** For a list that is replaced: the previous list is shown until the next one is answered, so that scroll position and focus stay. */
export function useKeepPrevious<Row, Answer>(next: PagedList<Row, Answer>) {
  const ref = useRef({ from: 0, to: 0 })
  const [shown, setShown] = useState(next)
  const latest = useRef(shown)
  latest.current = shown
  useEffect(() => {
    const { from, to } = ref.current
    next.request(from, to)
    const look = () => {
      const { answer, problem } = next.state()
      if (answer || problem !== undefined) setShown(next)
    }
    look()
    const leave = next.subscribe(look)
    return () => {
      leave()
      if (latest.current !== next) next.close()
    }
  }, [next])
  const list = useMemo(
    (): PagedList<Row, Answer> => ({
      ...shown,
      request(from, to) {
        ref.current = { from, to }
        shown.request(from, to)
      },
    }),
    [shown],
  )
  return { list, ...usePagedList(shown) }
}
