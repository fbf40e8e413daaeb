import { use, useCallback, useMemo } from 'react'
import { DrawnContext, marks } from './marks-of-page.ts'

/** Marks what is drawn around here once more, when a value comes or changes after the frame with the rest of it. */
export function useMarked(value: unknown): void {
  const mark = useMark()
  // Before what is below it is rendered, which may be what takes for ever.
  // biome-ignore lint/correctness/useExhaustiveDependencies: marked anew whenever it changes
  useMemo(mark, [mark, value])
}

/** For what is drawn by others than React: called right before they are given it. */
export function useMark(): () => void {
  const drawn = use(DrawnContext)
  return useCallback(() => {
    if (drawn !== undefined) marks.begin(drawn)
  }, [drawn])
}
