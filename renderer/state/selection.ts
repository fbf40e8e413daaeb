import { create } from 'zustand'
import type { Comparison, Mode } from '#shared/contract/preferences.ts'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'

export const useMode = create<ModeState>((set) => ({
  mode: 'chat',
  comparison: undefined,
  show: (mode) => set({ mode, comparison: undefined }),
  compare: (comparison) => set({ comparison }),
}))

export const useScope = create<ScopeState>((set) => ({
  sessionId: undefined,
  all: false,
  agentId: undefined,
  showAll: (all) => set({ all }),
  showAgent: (agentId) => set({ agentId }),
  widen: (isLive) => set({ agentId: undefined, ...(isLive && { all: true }) }),
}))

// The window's selection, shared by all panes: an agent's card, a problem and one occurrence of it, a task with an exchange and
// an entry or span of it, or an exchange alone. Without any of these the panes show the newest of the conversation. A test of
// the checks stays selected while its requests are inspected.

/** A rule and the agent that broke it; without an agent where none was called, as for a webhook. */
export interface SelectedProblem {
  readonly rule: string
  readonly agentId?: string | undefined
}

export interface Selected {
  readonly agentId?: string | undefined
  /** The agent's card. */
  readonly card?: boolean | undefined
  readonly problem?: SelectedProblem | undefined
  /** The key of a task. */
  readonly taskId?: string | undefined
  readonly exchangeId?: string | undefined
  /** The entry of the record behind a selected event or frame. */
  readonly entrySeq?: number | undefined
  /** The JSON pointer into it, as a finding names it. */
  readonly pointer?: string | undefined
  /** The key of a span of the exchange. */
  readonly spanKey?: string | undefined
  /** The key of a result of the checks. */
  readonly test?: string | undefined
}

interface SpanPlace {
  readonly taskId: string | undefined
  readonly exchangeId: string
  readonly spanKey: string | undefined
}

interface SelectionState extends Required<Selected> {
  selectAgent(agentId: string | undefined): void
  selectCard(): void
  selectTask(taskId: string | undefined, at?: { readonly exchangeId: string; readonly seq?: number }): void
  selectExchange(exchangeId: string | undefined, entrySeq?: number, pointer?: string): void
  /** `at`: the selected occurrence; without it, the first. */
  selectProblem(problem: SelectedProblem, at?: Pick<Selected, 'exchangeId' | 'entrySeq' | 'pointer'>): void
  selectSpan(place: SpanPlace): void
  /** `at`: its first entry, if it sent anything. */
  selectTest(test: string | undefined, at?: { readonly exchangeId: string; readonly seq?: number }): void
  replace(selected: Selected): void
}

export const useSelection = create<SelectionState>((set) => ({
  ...toSelected({}),
  selectAgent: (agentId) => set(toSelected({ agentId, card: agentId !== undefined })),
  selectCard: () => set(({ agentId }) => toSelected({ agentId, card: true })),
  selectTask: (taskId, at) =>
    set(({ agentId, test }) =>
      toSelected({ agentId, test, taskId, exchangeId: at?.exchangeId, entrySeq: at?.seq }),
    ),
  selectExchange: (exchangeId, entrySeq, pointer) =>
    set(({ agentId, test }) => toSelected({ agentId, test, exchangeId, entrySeq, pointer })),
  selectProblem: (problem, at) => set(({ agentId }) => toSelected({ agentId, problem, ...at })),
  selectSpan: (place) => set(({ agentId, test }) => toSelected({ agentId, test, ...place })),
  selectTest: (test, at) =>
    set(({ agentId }) => toSelected({ agentId, test, exchangeId: at?.exchangeId, entrySeq: at?.seq })),
  replace: (selected) => set(toSelected(selected)),
}))

export function selectedNow(): Selected {
  return toSelected(useSelection.getState())
}

/** The members of a selection, without any others of the object. */
export function toSelected({ agentId, card = false, ...rest }: Selected): Required<Selected> {
  const { problem, taskId, exchangeId, entrySeq, pointer, spanKey, test } = rest
  return { agentId, card, problem, taskId, exchangeId, entrySeq, pointer, spanKey, test }
}

// What the console shows: one session (the running or last one, in the live window) or all, and one agent or all. Only the user
// changes it.

interface ScopeState {
  /** Undefined before it is loaded, and where the session was deleted. */
  readonly sessionId: string | undefined
  readonly all: boolean
  /** Undefined: all agents. */
  readonly agentId: string | undefined
  showAll(all: boolean): void
  showAgent(agentId: string | undefined): void
  /** Shows all agents, and in the live window all sessions. */
  widen(isLive: boolean): void
}

/** The session that is shown; undefined: all. */
export function shownSession({ sessionId, all }: Pick<ScopeState, 'sessionId' | 'all'>): string | undefined {
  return all ? undefined : sessionId
}

interface ModeState {
  readonly mode: Mode
  /** Two recordings, shown in place of the mode. */
  readonly comparison: Comparison | undefined
  show(mode: Mode): void
  compare(comparison: Comparison | undefined): void
}

/** Splits the key of a task into agent, which may be empty, and id. */
export function taskOfKey(key: string): TimelineTask {
  const end = key.indexOf(' ')
  return named(key.slice(end + 1), key.slice(0, end))
}

export function keyOfTask({ taskId, agentId = '' }: TimelineTask): string {
  return `${agentId} ${taskId}`
}

export function taskOfRow({ taskId, agentId }: ExchangeRow): TimelineTask | undefined {
  return taskId === undefined ? undefined : named(taskId, agentId)
}

/** A webhook call that matches no registration has no agent: its task is identified by the id alone. */
export function isSameTask(
  one: Pick<TimelineTask, 'taskId' | 'agentId'>,
  other: Pick<TimelineTask, 'taskId' | 'agentId'>,
): boolean {
  return one.taskId === other.taskId && (!one.agentId || !other.agentId || one.agentId === other.agentId)
}

function named(taskId: string, agentId: string | undefined): TimelineTask {
  return { taskId, ...(agentId && { agentId }) }
}
