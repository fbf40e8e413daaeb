// The message being written to each agent. Another pane may insert a prompt; the composer then takes the focus.

import { create } from 'zustand'
import type { Part, TextPart, UnknownPart } from '#shared/a2a/model.ts'
import type { ChatOptions } from '#shared/contract/chat.ts'
import type { CallDefaults } from '#shared/contract/preferences.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useMode, useSelection } from './selection.ts'

export const useCallDefaults = create<CallDefaultState>((set) => ({
  defaults: {},
  set: (defaults) => set({ defaults }),
}))

export const pollIntervals = [500, 1_000, 2_000, 5_000, 15_000, 60_000] as const

export type SayablePart = Exclude<Part, UnknownPart>

/** The id is unique in the window, since parts can be reordered. */
export interface DraftPart {
  readonly id: number
  readonly part: SayablePart
}

export interface Draft {
  readonly text: string
  /** How many parts precede the text. */
  readonly textAt: number
  readonly parts: readonly DraftPart[]
  readonly referenceTaskIds: readonly string[]
  readonly options: ChatOptions
  /** Registers a webhook of Parley with the call. */
  readonly push: boolean
  /** The user's choice of a task; without one the message continues the task that waits for input. */
  readonly continues?: ChosenTask | 'no-task' | undefined
}

interface ChosenTask {
  readonly taskId: string
  /** The task had settled when it was chosen, to test how the agent refuses the message. */
  readonly isSettled?: boolean
}

export const emptyDraft: Draft = {
  text: '',
  textAt: 0,
  parts: [],
  referenceTaskIds: [],
  options: {},
  push: false,
}

interface DraftState {
  readonly drafts: Readonly<Record<string, Draft>>
  /** The composer takes the focus as soon as it is mounted. */
  readonly takesFocus: boolean
  /** Number of files being read. */
  readonly reading: number
  change(agentId: string, change: (now: Draft) => Partial<Draft>): void
  addParts(agentId: string, parts: readonly SayablePart[]): void
  replace(agentId: string, draft: Draft): void
  /** Inserts text for the selected agent. */
  offer(text: string): void
  focus(): void
  setReading(change: number): void
}

export const useDraft = create<DraftState>((set, get) => ({
  drafts: {},
  takesFocus: false,
  reading: 0,
  change: (agentId, change) =>
    set(({ drafts }) => {
      const now = drafts[agentId] ?? emptyDraft
      return { drafts: { ...drafts, [agentId]: { ...now, ...change(now) } } }
    }),
  addParts: (agentId, parts) =>
    get().change(agentId, (now) => ({ parts: [...now.parts, ...numbered(parts, now.parts)] })),
  replace: (agentId, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [agentId]: draft } })),
  offer(text) {
    const { agentId } = useSelection.getState()
    if (agentId === undefined) return
    get().change(agentId, () => ({ text }))
    get().focus()
  },
  focus() {
    useMode.getState().show('chat')
    set({ takesFocus: true })
  },
  setReading: (change) => set(({ reading }) => ({ reading: reading + change })),
}))

export function continueTask({
  agentId = '',
  taskId,
  phase,
}: Pick<TaskBrief, 'agentId' | 'taskId' | 'phase'>) {
  const { change, focus } = useDraft.getState()
  change(agentId, () => ({ continues: { taskId, isSettled: phase === 'settled' } }))
  focus()
}

/** The task was answered in another way: the draft no longer continues it. */
export function leaveTask({ agentId = '', taskId }: Pick<TaskBrief, 'agentId' | 'taskId'>) {
  useDraft
    .getState()
    .change(agentId, ({ continues }) =>
      continues !== 'no-task' && continues?.taskId === taskId ? { continues: undefined } : {},
    )
}

export function numbered(
  parts: readonly SayablePart[],
  before: readonly DraftPart[] = [],
): readonly DraftPart[] {
  const from = before.reduce((most, { id }) => Math.max(most, id), 0) + 1
  return parts.map((part, index) => ({ id: from + index, part }))
}

/** All parts in the order in which they are sent; an empty text adds none. */
export function partsOf({
  text,
  textAt,
  parts,
}: Pick<Draft, 'text' | 'textAt' | 'parts'>): readonly SayablePart[] {
  const texts = parts.map(({ part }) => part)
  if (text === '') return texts
  const words: TextPart = { kind: 'text', text }
  return [...texts.slice(0, textAt), words, ...texts.slice(textAt)]
}

// The call defaults of agents and messages without settings. Stored by preferences.ts.

interface CallDefaultState {
  readonly defaults: CallDefaults
  set(defaults: CallDefaults): void
}

const defaultPollMs = 2_000

export function usualPollMs(): number {
  return useCallDefaults.getState().defaults.pollMs ?? defaultPollMs
}
