import { createContext, use, useCallback } from 'react'
import { createDrawingMarks } from './drawing-marks.ts'
import { afterFrame } from './render-queue.ts'

/** What this window draws and what held it before, kept by the browser for this origin. */
export const marks = createDrawingMarks({
  storage: pageStorage(),
  afterFrame,
  now: Date.now,
  isHidden: () => document.hidden,
})

addEventListener('pagehide', marks.leave)
addEventListener('visibilitychange', () => document.hidden && marks.leave())

/** What is being drawn around here, by its mark. */
export const DrawnContext = createContext<string | undefined>(undefined)

/** A page that may keep nothing (one from disk, in some browsers, or with no room left) remembers nothing. */
function pageStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const attempt = <T>(act: () => T): T | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  return {
    getItem: (name) => attempt(() => localStorage.getItem(name)),
    setItem: (name, value) => attempt(() => localStorage.setItem(name, value)),
    removeItem: (name) => attempt(() => localStorage.removeItem(name)),
  }
}

/** For what is drawn by others than React: called right before they are given it. */
export function useMark(): () => void {
  const drawn = use(DrawnContext)
  return useCallback(() => {
    if (drawn !== undefined) marks.begin(drawn)
  }, [drawn])
}
