import { createContext } from 'react'
import { afterFrame } from './after-frame.ts'
import { createDrawingMarks } from './drawing-marks.ts'

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
