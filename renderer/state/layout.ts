// Which panes are shown and how large: what only this window cares about. Kept between starts by preferences.ts.

import { create } from 'zustand'
import { useMode } from './mode.ts'

export type PaneId = 'agents' | 'sessions' | 'card' | 'chat' | 'inspector'
export type SidePaneId = 'agents' | 'inspector'

interface PaneShape {
  readonly visible: boolean
  readonly sizePx: number
}

export type PaneShapes = Readonly<Record<SidePaneId, PaneShape>>

interface LayoutState {
  /** Whether the agents are visible is of the chat. */
  readonly panes: PaneShapes
  /** The agents beside Console and Checks, which need the room. */
  readonly agentsBeside: boolean
  readonly maximized: PaneId | undefined
  setPanes(panes: Partial<PaneShapes> & { readonly agentsBeside?: boolean }): void
  toggle(id: SidePaneId): void
  /** In sight, whatever is hidden or fills the window. */
  reveal(id: SidePaneId): void
  resize(id: SidePaneId, sizePx: number): void
  setMaximized(id: PaneId | undefined): void
  reset(): void
}

export const useLayout = create<LayoutState>((set) => ({
  panes: firstPanes(),
  agentsBeside: false,
  maximized: undefined,
  setPanes: ({ agentsBeside = false, ...shapes }) =>
    set(({ panes }) => ({ panes: { ...panes, ...shapes }, agentsBeside })),
  toggle: (id) =>
    set(({ panes, agentsBeside }) => {
      if (id === 'agents' && useMode.getState().mode !== 'chat')
        return { agentsBeside: !agentsBeside, maximized: undefined }
      return {
        panes: { ...panes, [id]: { ...panes[id], visible: !panes[id].visible } },
        maximized: undefined,
      }
    }),
  reveal: (id) =>
    set(({ panes, maximized }) => ({
      panes: { ...panes, [id]: { ...panes[id], visible: true } },
      maximized: maximized === id ? id : undefined,
    })),
  resize: (id, sizePx) =>
    set(({ panes }) => ({ panes: { ...panes, [id]: { ...panes[id], sizePx: Math.round(sizePx) } } })),
  setMaximized: (maximized) => set({ maximized }),
  reset: () => set({ panes: firstPanes(), agentsBeside: false, maximized: undefined }),
}))

/** In proportion to the window, within what each pane needs and can use. */
function firstPanes(): PaneShapes {
  return {
    agents: { visible: true, sizePx: clamp(window.innerWidth * 0.2, 200, 268) },
    inspector: { visible: true, sizePx: clamp(window.innerWidth * 0.4, 340, 580) },
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most))
}
