import { create } from 'zustand'
import { maxScrolled } from '#shared/contract/constants.ts'

export const useScrolled = create<ScrolledState>(() => ({ lists: [] }))

// The scroll positions of the live window's lists, stored with the window's place, so that each list is restored when it is
// shown again, after a reload or a restart.

interface Scrolled {
  /** Which list, and of which subject. */
  readonly list: string
  /** A row, or a pixel of a list without rows. */
  readonly at: number
}

interface ScrolledState {
  /** The list scrolled last is at the end. */
  readonly lists: readonly Scrolled[]
  /** The exchange to which the list of exchanges last scrolled. */
  readonly exchangeId?: string | undefined
}

/** Without `at`, the list follows its end, or is at its beginning. */
export function keepScrolled(list: string | undefined, at: number | undefined): void {
  if (list === undefined) return
  const { lists } = useScrolled.getState()
  const before = lists.at(-1)
  if (before?.list === list && before.at === at) return
  const others = lists.filter((each) => each.list !== list)
  useScrolled.setState({ lists: at === undefined ? others : [...others, { list, at }].slice(-maxScrolled) })
}

export function scrolledTo(list: string | undefined): number | undefined {
  return useScrolled.getState().lists.find((each) => each.list === list)?.at
}
