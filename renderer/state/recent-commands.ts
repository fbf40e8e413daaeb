// The commands that were chosen last in the palette, the newest first. Kept between starts by preferences.ts.

import { create } from 'zustand'
import { maxRecentCommands } from '#shared/contract/constants.ts'

interface RecentCommands {
  /** May be of another version. */
  readonly ids: readonly string[]
  add(id: string): void
}

export const useRecentCommands = create<RecentCommands>((set) => ({
  ids: [],
  add: (id) =>
    set(({ ids }) => ({ ids: [id, ...ids.filter((each) => each !== id)].slice(0, maxRecentCommands) })),
}))
