import { create } from 'zustand'
import { maxScrolled } from '#shared/contract/constants.ts'

export const useScrolled = create<ScrolledState>(() => ({ lists: [] }))

// Where the lists of the live window stand: what is at the top of each, unless it follows its end. Kept with the window's place, so that
// each list stands there again when it is shown again, and after a reload or a restart.

interface Scrolled {
  /** Which list, and of what. */
  readonly list: string
  /** A row, or a pixel of what has no rows. */
  readonly at: number
}

interface ScrolledState {
  /** The one scrolled last at the end. */
  readonly lists: readonly Scrolled[]
  /** The exchange whose row the list of them went to last. */
  readonly exchangeId?: string | undefined
}

/** Without `at`, it follows its end, or stands at its beginning. */
export function keepScrolled(list: string | undefined, at: number | undefined): void {
  if (list === undefined) return
  const { lists } = useScrolled.getState()
  const before = lists.at(-1)
  if (before?.list === list && before.at === at) return
  const others = lists.filter((each) => each.list !== list)
  useScrolled.setState({ lists: at === undefined ? others : [...others, { list, at }].slice(-maxScrolled) })
}

/** Where a list that is drawn next stood last. */
export function scrolledTo(list: string | undefined): number | undefined {
  return useScrolled.getState().lists.find((each) => each.list === list)?.at
}
