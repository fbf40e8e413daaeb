// Which panes this window shows, and their sizes. Stored by preferences.ts.

import { create } from 'zustand'
import { useMode } from './selection.ts'

export type PaneId = 'agents' | 'chat' | 'inspector'
export type SidePaneId = 'agents' | 'inspector'
export type SideSectionId = 'recordings' | 'taps'

export type PaneShapes = Readonly<Record<SidePaneId, { readonly visible: boolean; readonly sizePx: number }>>

interface LayoutState {
  /** `agents.visible` applies to the chat only. */
  readonly panes: PaneShapes
  /** Whether the agents are shown beside Console and Checks, which need the room. */
  readonly agentsBeside: boolean
  /** The sections below the agents that are not folded. */
  readonly unfolded: readonly SideSectionId[]
  readonly maximized: PaneId | undefined
  /** The agents cover a window that is too narrow to show them beside the mode. */
  readonly isDrawerOpen: boolean
  /** The inspector covers the mode in a window that has room for one of them. */
  readonly isInspectorAlone: boolean
  setPanes(panes: Partial<PaneShapes> & Partial<Pick<LayoutState, 'agentsBeside' | 'unfolded'>>): void
  toggle(id: SidePaneId): void
  turn(id: SideSectionId): void
  /** Shows a pane, whatever hides it. */
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

/** Whether the agents are shown beside the mode where the window is wide enough. */
export function useHasAgents(): boolean {
  const mode = useMode((state) => state.mode)
  return useLayout(({ panes, agentsBeside }) => (mode === 'chat' ? panes.agents.visible : agentsBeside))
}

/** Windows in which the agents can only cover the mode. */
export const noSidebar = '(width < 1200px)'
/** Windows with room for either the mode or the inspector. */
export const onePane = '(width <= 900px)'

function hasNoSidebar(): boolean {
  return window.matchMedia(noSidebar).matches
}

function hasOnePane(): boolean {
  return window.matchMedia(onePane).matches
}

/** In proportion to the window, within the limits of each pane. */
function firstPanes(): PaneShapes {
  return {
    agents: { visible: true, sizePx: clamp(window.innerWidth * 0.2, 200, 268) },
    inspector: { visible: true, sizePx: clamp(window.innerWidth * 0.4, 340, 580) },
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most))
}
