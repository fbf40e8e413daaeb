// What the window shows of the checks of one agent or one saved session: which run, its filters, and the choices for the next
// run.

import { create } from 'zustand'
import type { BehaviorId, Prompts } from '#shared/checks/behaviors.ts'
import type { ChangeKind } from '#shared/checks/compare-runs.ts'
import type { TestOutcome } from '#shared/checks/run.ts'
import type { Level } from '#shared/checks/suite.ts'

export type ChecksView = 'prepare' | 'result' | 'runs'
export type ResultGroups = 'outcome' | 'suite' | 'section' | 'level' | 'none'

export interface ChecksPlace {
  /** Undefined: the result where there is a run, otherwise the setup. */
  readonly view: ChecksView | undefined
  /** The session of the shown run; undefined: the newest. */
  readonly sessionId: string | undefined
  readonly compareWith: string | undefined
  /** The selected difference between two runs; a selected result is part of the window's selection. */
  readonly selected: string | undefined
  readonly outcome: TestOutcome | undefined
  readonly level: Level | undefined
  /** Index of an interface of the run. */
  readonly way: number | undefined
  readonly text: string
  readonly groups: ResultGroups
  readonly changeKind: ChangeKind | undefined
  readonly wanted: SelectedChecks
  readonly plannedTest: string | undefined
  readonly isStarting: boolean
  /** Why the last start failed. */
  readonly problem: string | undefined
}

/** The engine fills in what is left out. */
export interface SelectedChecks {
  readonly suites?: readonly string[]
  readonly levels?: readonly Level[]
  readonly ways?: readonly number[]
  readonly active?: boolean
}

/** The filters of a newly shown run: it has other interfaces. */
export const seenWhole = {
  compareWith: undefined,
  selected: undefined,
  outcome: undefined,
  level: undefined,
  way: undefined,
  text: '',
  changeKind: undefined,
} as const satisfies Partial<ChecksPlace>

const fresh: ChecksPlace = {
  ...seenWhole,
  view: undefined,
  sessionId: undefined,
  groups: 'outcome',
  wanted: {},
  plannedTest: undefined,
  isStarting: false,
  problem: undefined,
}

interface ChecksState {
  readonly owner: string | undefined
  readonly place: ChecksPlace
  change(owner: string, changes: Partial<ChecksPlace>): void
}

export const useChecks = create<ChecksState>((set) => ({
  owner: undefined,
  place: fresh,
  change(owner, changes) {
    set((now) => ({ owner, place: { ...(now.owner === owner ? now.place : fresh), ...changes } }))
  },
}))

export interface ChecksPlaceOf extends ChecksPlace {
  change(changes: Partial<ChecksPlace>): void
}

/** `owner`: an agent, or a saved session. */
export function useChecksPlace(owner: string): ChecksPlaceOf {
  const place = useChecks((state) => (state.owner === owner ? state.place : fresh))
  return { ...place, change: (changes) => useChecks.getState().change(owner, changes) }
}

/** Prompts being edited, until they are saved or discarded; they survive a look at an exchange. */
interface PromptDraft {
  readonly agentId: string
  readonly prompts: Prompts
  /** Those that the trial filled in. */
  readonly filled: readonly BehaviorId[]
}

interface PromptDraftState {
  readonly isOpen: boolean
  readonly draft: PromptDraft | undefined
  open(): void
  hide(): void
  write(draft: PromptDraft): void
  drop(): void
}

export const usePromptDraft = create<PromptDraftState>((set) => ({
  isOpen: false,
  draft: undefined,
  open: () => set({ isOpen: true }),
  hide: () => set({ isOpen: false }),
  write: (draft) => set({ draft }),
  drop: () => set({ isOpen: false, draft: undefined }),
}))
