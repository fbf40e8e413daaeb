import { createContext, use, useCallback } from 'react'
import { createDrawingMarks } from './drawing-marks.ts'
import { afterFrame } from './render-queue.ts'

/** What this window draws and what made it unresponsive before, in the browser's storage. */
export const marks = createDrawingMarks({
  storage: pageStorage(),
  afterFrame,
  now: Date.now,
  isHidden: () => document.hidden,
})

addEventListener('pagehide', marks.leave)
addEventListener('visibilitychange', () => document.hidden && marks.leave())

/** The mark of the content being drawn around a component. */
export const DrawnContext = createContext<string | undefined>(undefined)

/** Without storage (a page from disk in some browsers, or a full disk) nothing is remembered. */
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

/** For content that React does not draw: call it right before drawing. */
export function useMark(): () => void {
  const drawn = use(DrawnContext)
  return useCallback(() => {
    if (drawn !== undefined) marks.begin(drawn)
  }, [drawn])
}
