// Which panes are shown and how large: what only this window cares about. Kept between starts by preferences.ts.

import { create } from 'zustand'
import { maxColumnChoices, maxScrolled } from '#shared/contract/constants.ts'
import type { ColumnChoice } from '#shared/contract/preferences.ts'
import { useMode } from './selection.ts'

export const useScrolled = create<ScrolledState>(() => ({ lists: [] }))

// The columns of grids that their reader hides, or gives a width. Kept between starts by preferences.ts.

interface ColumnState {
  readonly choices: readonly ColumnChoice[]
  show(grid: string, column: string, isShown: boolean): void
  /** Undefined: as wide as it is by itself. */
  resize(grid: string, widthsPx: ReadonlyMap<string, number | undefined>): void
  /** All columns of a grid. */
  reset(grid: string): void
}

export const useColumns = create<ColumnState>((set) => ({
  choices: [],
  show: (grid, column, isShown) =>
    set(({ choices }) => ({
      choices: changed(choices, grid, column, ({ hidden: _, ...rest }) =>
        isShown ? rest : { ...rest, hidden: true },
      ),
    })),
  resize: (grid, widthsPx) =>
    set(({ choices }) => {
      let next = choices
      for (const [column, widthPx] of widthsPx)
        next = changed(next, grid, column, ({ widthPx: _, ...rest }) =>
          widthPx === undefined ? rest : { ...rest, widthPx: Math.round(widthPx) },
        )
      return { choices: next }
    }),
  reset: (grid) => set(({ choices }) => ({ choices: choices.filter((each) => each.grid !== grid) })),
}))

function changed(
  choices: readonly ColumnChoice[],
  grid: string,
  column: string,
  change: (choice: ColumnChoice) => ColumnChoice,
): readonly ColumnChoice[] {
  const isIt = (each: ColumnChoice) => each.grid === grid && each.column === column
  const next = change(choices.find(isIt) ?? { grid, column })
  const others = choices.filter((each) => !isIt(each))
  const isPlain = next.hidden === undefined && next.widthPx === undefined
  return isPlain ? others : [...others, next].slice(-maxColumnChoices)
}

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

// Where the lists of the live window stand: what is at the top of each, unless it follows its end. Kept with the window's place, so that
// each list stands there again when it is shown again, and after a reload or a restart.

interface Scrolled {
  /** Which list, and of what. */
  readonly list: string
  /** A row, or a pixel of what has no rows. */
  readonly at: number
}

interface ScrolledState {
  /** The one scrolled last at the end. */
  readonly lists: readonly Scrolled[]
  /** The exchange whose row the list of them went to last. */
  readonly exchangeId?: string | undefined
}

/** Without `at`, it follows its end, or stands at its beginning. */
export function keepScrolled(list: string | undefined, at: number | undefined): void {
  if (list === undefined) return
  const { lists } = useScrolled.getState()
  const before = lists.at(-1)
  if (before?.list === list && before.at === at) return
  const others = lists.filter((each) => each.list !== list)
  useScrolled.setState({ lists: at === undefined ? others : [...others, { list, at }].slice(-maxScrolled) })
}

/** Where a list that is drawn next stood last. */
export function scrolledTo(list: string | undefined): number | undefined {
  return useScrolled.getState().lists.find((each) => each.list === list)?.at
}
