// Which panes are shown and how large: what only this window cares about. Kept between starts by preferences.ts.

import { create } from 'zustand'
import { useMode } from './selection.ts'

export type PaneId = 'agents' | 'chat' | 'inspector'
export type SidePaneId = 'agents' | 'inspector'
export type SideSectionId = 'recordings' | 'taps'

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
  /** Below the agents, where each is folded to its head. */
  readonly unfolded: readonly SideSectionId[]
  readonly maximized: PaneId | undefined
  /** The agents lie over a window that has no room beside the mode. */
  readonly isDrawerOpen: boolean
  /** In the place of the mode, in a window that has room for one of them. */
  readonly isInspectorAlone: boolean
  setPanes(panes: Partial<PaneShapes> & Partial<Pick<LayoutState, 'agentsBeside' | 'unfolded'>>): void
  toggle(id: SidePaneId): void
  turn(id: SideSectionId): void
  /** In sight, whatever is hidden or fills the window. */
  reveal(id: SidePaneId): void
  resize(id: SidePaneId, sizePx: number): void
  setMaximized(id: PaneId | undefined): void
  closeDrawer(): void
  showMode(): void
  reset(): void
}

export const useLayout = create<LayoutState>((set) => ({
  panes: firstPanes(),
  agentsBeside: false,
  unfolded: [],
  maximized: undefined,
  isDrawerOpen: false,
  isInspectorAlone: false,
  setPanes: ({ agentsBeside = false, unfolded = [], ...shapes }) =>
    set(({ panes }) => ({ panes: { ...panes, ...shapes }, agentsBeside, unfolded })),
  toggle: (id) =>
    set(({ panes, agentsBeside, isDrawerOpen, isInspectorAlone }) => {
      if (id === 'agents' && hasNoSidebar()) return { isDrawerOpen: !isDrawerOpen }
      if (id === 'inspector' && hasOnePane()) return { isInspectorAlone: !isInspectorAlone }
      if (id === 'agents' && useMode.getState().mode !== 'chat')
        return { agentsBeside: !agentsBeside, maximized: undefined }
      return {
        panes: { ...panes, [id]: { ...panes[id], visible: !panes[id].visible } },
        maximized: undefined,
      }
    }),
  turn: (id) =>
    set(({ unfolded }) => ({
      unfolded: unfolded.includes(id) ? unfolded.filter((each) => each !== id) : [...unfolded, id],
    })),
  reveal: (id) =>
    set(({ panes, agentsBeside, maximized }) => ({
      panes: { ...panes, [id]: { ...panes[id], visible: true } },
      agentsBeside: agentsBeside || id === 'agents',
      maximized: maximized === id ? id : undefined,
      isDrawerOpen: id === 'agents' && hasNoSidebar(),
      isInspectorAlone: id === 'inspector',
    })),
  resize: (id, sizePx) =>
    set(({ panes }) => ({ panes: { ...panes, [id]: { ...panes[id], sizePx: Math.round(sizePx) } } })),
  setMaximized: (maximized) => set({ maximized }),
  closeDrawer: () => set({ isDrawerOpen: false }),
  showMode: () => set({ isInspectorAlone: false, isDrawerOpen: false }),
  reset: () => set({ panes: firstPanes(), agentsBeside: false, unfolded: [], maximized: undefined }),
}))

/** Whether the agents belong beside the mode, in a window that has the room. */
export function useHasAgents(): boolean {
  const mode = useMode((state) => state.mode)
  return useLayout(({ panes, agentsBeside }) => (mode === 'chat' ? panes.agents.visible : agentsBeside))
}

/** There is room for the agents only over the mode. */
export const noSidebar = '(width < 1200px)'
/** There is room for the mode or the inspector. */
export const onePane = '(width <= 900px)'

function hasNoSidebar(): boolean {
  return window.matchMedia(noSidebar).matches
}

function hasOnePane(): boolean {
  return window.matchMedia(onePane).matches
}

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
