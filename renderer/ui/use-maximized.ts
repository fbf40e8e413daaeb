import { type PaneId, useLayout } from '../state/layout.ts'
import { useEscape } from './use-escape.ts'

/** Whether a pane fills the window, and what changes that; Escape puts it back. */
export function useMaximized(id: PaneId): readonly [isMaximized: boolean, turn: () => void] {
  const isMaximized = useLayout((layout) => layout.maximized === id)
  const setMaximized = useLayout((layout) => layout.setMaximized)
  useEscape(() => setMaximized(undefined), isMaximized)
  return [isMaximized, () => setMaximized(isMaximized ? undefined : id)]
}
