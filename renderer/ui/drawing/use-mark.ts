import { use, useCallback } from 'react'
import { DrawnContext, marks } from './marks-of-page.ts'

/** For what is drawn by others than React: called right before they are given it. */
export function useMark(): () => void {
  const drawn = use(DrawnContext)
  return useCallback(() => {
    if (drawn !== undefined) marks.begin(drawn)
  }, [drawn])
}
