// What answers about conversations are built from, wherever the record is: in an engine, or in a page.

import { values } from '../collections/list.ts'
import type { WorkingText } from '../contract/chat.ts'
import type { ListPage } from '../contract/console.ts'
import type { EngineClient } from '../contract/contract.ts'
import type { Followed } from '../contract/followed.ts'
import type { ConversationChoice, ConversationPage, ConversationRef } from '../contract/story.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import type { ConversationFilter } from './conversation-ref.ts'
import type { Projection } from './projection.ts'
import type { ConversationView, TaskView } from './task-view.ts'

export type WaitOptions = Parameters<EngineClient['story']['rows']>[1]

/** A conversation, folded from its entries. */
export interface FoldedConversation {
  readonly ref: ConversationRef
  projection(): Projection
  /** The view of this conversation; its entries may report others, too. */
  view(): ConversationView | undefined
  /** How much of it was read, from 0 to 1. */
  progress(): number
}

export interface TaskName {
  readonly taskId: string
  readonly agentId?: string | undefined
}

export type Versioned = Pick<Followed, 'version' | 'progress'>

export interface Wait {
  readonly seen?: number | undefined
  readonly waitMs?: number | undefined
}

export interface Stories<Folded extends FoldedConversation> {
  choose(agentId: string, choice: ConversationChoice): ConversationRef | undefined
  folded(agentId: string, ref: ConversationRef): Folded
  ofTask(task: TaskName): Folded | undefined
  ofExchange(exchangeId: string): Folded | undefined
  /** Resolves when the whole record is folded, or at the time-out. */
  caughtUp(conversations: readonly (Folded | undefined)[], withinMs?: number): Promise<void>
  /** Repeats `look` until the version differs from `seen`, or until the time-out. */
  followed<Answer extends Versioned>(
    wait: Wait,
    options: WaitOptions,
    look: () => Promise<Answer>,
  ): Promise<Answer & { readonly waitedMs: number }>
  latest(): number
  conversations(
    query: ConversationFilter & {
      readonly agentId?: string | undefined
      readonly named?: string | undefined
      readonly offset: number
      readonly limit: number
    },
  ): Promise<Omit<ConversationPage, 'waitedMs'>>
  /** Ids of an agent's newest tasks. */
  tasks(agentId: string): readonly string[]
  calls(query: { filter: string; offset: number; limit: number }): Promise<ListPage<ExchangeRow>>
  exchange(exchangeId: string): Promise<ExchangeRow | undefined>
  workingText(agentId: string): WorkingText | undefined
  /** Part of the marks of files that were left in the record. */
  readonly farSecret: string
}

/** The version of an answer that is computed for each request. */
export type VersionOf = (question: string, answer: unknown) => number

export function taskIn(
  foldedConversation: FoldedConversation,
  { taskId, agentId = '' }: TaskName,
): TaskView | undefined {
  const { task } = foldedConversation.projection()
  const exact = task(`${agentId} ${taskId}`)
  if (exact || agentId !== '') return exact ?? task(` ${taskId}`)
  return [...values(foldedConversation.projection().snapshot().tasks)].find((view) => view.taskId === taskId)
}

/** Versions of objects that count their own changes; no two states share one. */
export function createVersions(): (source: object, changes: number) => number {
  const existing = new WeakMap<object, { readonly changes: number; readonly version: number }>()
  let newest = 0
  return (source, changes) => {
    const before = existing.get(source)
    if (before?.changes === changes) return before.version
    newest += 1
    existing.set(source, { changes, version: newest })
    return newest
  }
}
