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

// What is selected, once for the whole window: every pane shows the same thing its own way. It is an agent's card, a problem with the
// occurrence of it that was chosen, a task with the exchange and the entry or span of it that were chosen, or an exchange alone; nothing
// of these is the newest that the conversation has. A test of the checks stays selected while its requests are looked at.

/** A rule and the agent that broke it; of no agent where none was called, as for a webhook. */
export interface SelectedProblem {
  readonly rule: string
  readonly agentId?: string | undefined
}

export interface Selected {
  readonly agentId?: string | undefined
  /** The agent itself, by its card. */
  readonly card?: boolean | undefined
  readonly problem?: SelectedProblem | undefined
  /** The key of a task. */
  readonly taskId?: string | undefined
  readonly exchangeId?: string | undefined
  /** The entry of the record behind a selected event or frame. */
  readonly entrySeq?: number | undefined
  /** The place in it, as a finding names it. */
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
  /** With the occurrence that is looked at; without it, its first. */
  selectProblem(problem: SelectedProblem, at?: Pick<Selected, 'exchangeId' | 'entrySeq' | 'pointer'>): void
  selectSpan(place: SpanPlace): void
  /** With where it shows, if it sent anything. */
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

/** Of what has it among its members. */
export function toSelected({ agentId, card = false, ...rest }: Selected): Required<Selected> {
  const { problem, taskId, exchangeId, entrySeq, pointer, spanKey, test } = rest
  return { agentId, card, problem, taskId, exchangeId, entrySeq, pointer, spanKey, test }
}

// What the console shows: in the live window the session that is recorded, or was last, or all of them; and one agent, or all. Only its
// user changes that.

interface ScopeState {
  /** Undefined before it is known, and where the session was deleted. */
  readonly sessionId: string | undefined
  readonly all: boolean
  /** Undefined: all of them. */
  readonly agentId: string | undefined
  showAll(all: boolean): void
  showAgent(agentId: string | undefined): void
  /** To all agents, in the live window to all sessions. */
  widen(isLive: boolean): void
}

/** The session that is shown; undefined: all. */
export function shownSession({ sessionId, all }: Pick<ScopeState, 'sessionId' | 'all'>): string | undefined {
  return all ? undefined : sessionId
}

// What its user does with the window now: talks, reads the network, or checks an agent.

interface ModeState {
  readonly mode: Mode
  /** Two recordings, in the place of what the mode shows. */
  readonly comparison: Comparison | undefined
  show(mode: Mode): void
  compare(comparison: Comparison | undefined): void
}

/** The task whose key this is: its agent, who may be unknown, and its id. */
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

/** A webhook call that nobody registered names no agent: its task is identified by the id alone. */
export function isSameTask(
  one: Pick<TimelineTask, 'taskId' | 'agentId'>,
  other: Pick<TimelineTask, 'taskId' | 'agentId'>,
): boolean {
  return one.taskId === other.taskId && (!one.agentId || !other.agentId || one.agentId === other.agentId)
}

function named(taskId: string, agentId: string | undefined): TimelineTask {
  return { taskId, ...(agentId && { agentId }) }
}
