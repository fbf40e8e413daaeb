import { useEffect } from 'react'
import { type PaneId, useLayout } from '../state/layout.ts'

/** Whether a pane fills the window, and what changes that; Escape puts it back. */
export function useMaximized(id: PaneId): readonly [isMaximized: boolean, turn: () => void] {
  const isMaximized = useLayout((layout) => layout.maximized === id)
  const setMaximized = useLayout((layout) => layout.setMaximized)
  useEffect(() => {
    if (!isMaximized) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setMaximized(undefined)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isMaximized, setMaximized])
  return [isMaximized, () => setMaximized(isMaximized ? undefined : id)]
}
