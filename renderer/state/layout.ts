// Which panes are shown and how large: what only this window cares about. Kept between starts by preferences.ts.

import { create } from 'zustand'

export type PaneId = 'agents' | 'sessions' | 'card' | 'chat' | 'inspector' | 'console'
export type SidePaneId = 'agents' | 'inspector' | 'console'

interface PaneShape {
  readonly visible: boolean
  /** Width, or height for the console. */
  readonly sizePx: number
}

export type PaneShapes = Readonly<Record<SidePaneId, PaneShape>>

interface LayoutState {
  readonly panes: PaneShapes
  readonly maximized: PaneId | undefined
  setPanes(panes: Partial<PaneShapes>): void
  toggle(id: SidePaneId): void
  /** In sight, whatever is hidden or fills the window. */
  reveal(id: SidePaneId): void
  resize(id: SidePaneId, sizePx: number): void
  setMaximized(id: PaneId | undefined): void
  reset(): void
}

export const useLayout = create<LayoutState>((set) => ({
  panes: firstPanes(),
  maximized: undefined,
  setPanes: (shapes) => set(({ panes }) => ({ panes: { ...panes, ...shapes } })),
  toggle: (id) =>
    set(({ panes }) => ({
      panes: { ...panes, [id]: { ...panes[id], visible: !panes[id].visible } },
      maximized: undefined,
    })),
  reveal: (id) =>
    set(({ panes, maximized }) => ({
      panes: { ...panes, [id]: { ...panes[id], visible: true } },
      maximized: maximized === id ? id : undefined,
    })),
  resize: (id, sizePx) =>
    set(({ panes }) => ({ panes: { ...panes, [id]: { ...panes[id], sizePx: Math.round(sizePx) } } })),
  setMaximized: (maximized) => set({ maximized }),
  reset: () => set({ panes: firstPanes(), maximized: undefined }),
}))

/** In proportion to the window, within what each pane needs and can use. */
function firstPanes(): PaneShapes {
  return {
    agents: { visible: true, sizePx: clamp(window.innerWidth * 0.2, 200, 268) },
    inspector: { visible: true, sizePx: clamp(window.innerWidth * 0.4, 340, 580) },
    console: { visible: true, sizePx: clamp(window.innerHeight * 0.33, 170, 296) },
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most))
}
