// The content of the record: conversations as rows, their tasks, what webhook calls reported. Folded next to the record; a
// window holds what is on screen.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import type { Message, TaskState, TextPart } from '../a2a/model.ts'
import type { OperationKind } from '../a2a/operation.ts'
import { maxNameChars, maxProtocolIdChars } from '../bounded.ts'
import { maxFilterChars } from '../filter/parse-filter.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { id } from '../schemas.ts'
import type { ChatRow, RowPart, TaskBrief } from '../story/chat/chat-row.ts'
import type { EntryRef } from '../story/chat/segment.ts'
import type { SendProblem } from '../story/chat/send-problem.ts'
import type { PartOrigin } from '../story/part-on-wire.ts'
import type { Source } from '../story/sightings.ts'
import type { StreamedTask } from '../story/streamed-task.ts'
import type { WebhookCallView } from '../story/webhook-call.ts'
import { agentIdSchema } from './agents.ts'
import { exchangeIdSchema, type ListPage } from './console.ts'
import { maxOpenRows } from './constants.ts'
import { type Followed, followed, ofSession, ofTask } from './followed.ts'

// Rows of a conversation in one answer; the chat requests the next.
const maxStoryRows = 300

/** Identifies a conversation by the agent's context; where it named none, by its chat, else by its first exchange. */
export interface ConversationRef {
  readonly contextId?: string | undefined
  readonly chatId?: string | undefined
  readonly exchangeId?: string | undefined
}

export interface ConversationRow extends ConversationRef {
  readonly agentId: string
  /** Unique with this agent. */
  readonly id: string
  /** The user's first words, in a line. */
  readonly says?: string
  /** Messages or requests were sent here; other conversations were only reported. */
  readonly isOurs: boolean
  readonly tasks: number
  /** The state after the newest exchange about one of its tasks, where its end names one. */
  readonly state?: TaskState
  /** The program that began it through a tap. */
  readonly caller?: string
  readonly startedSeq: number
  readonly startedAt: number
  readonly lastAt: number
}

export interface ConversationBrief extends ConversationRef {
  readonly id: string
  readonly agentId: string
  /** The newest context that the agent named, where it differs. */
  readonly latestContextId?: string
  /** The agent answered without naming a context. */
  readonly hasNoContext?: true
  readonly isOurs: boolean
  /** The newest of its tasks, oldest first; those of others are left out. */
  readonly tasks: readonly TaskBrief[]
  /** The user's first words, in a line. */
  readonly says?: string
  /** The user's last texts, newest first. */
  readonly said: readonly string[]
  /** The problem of the newest message, instead of a task. */
  readonly failed?: SendProblem & { readonly exchangeId: string }
  /** The exchange of the newest message, where the answer was a message and no task. */
  readonly answeredIn?: string
}

/** A row that is unchanged since the seen version. */
export interface KeptRow {
  readonly kept: string
}

export interface ChatPage extends Followed {
  /** Absent where it is unchanged since the seen version; `null` where there is none. */
  readonly conversation?: ConversationBrief | null
  /** Position of the first row. */
  readonly offset: number
  readonly rows: readonly (ChatRow | KeptRow)[]
  readonly total: number
  /** Number of all blocks. */
  readonly blocks: number
  /** Below 1 while a long conversation is still being read. */
  readonly progress: number
  /** The newest entry of the record. */
  readonly latest: number
}

/** The newest first. */
export interface ConversationPage extends ListPage<ConversationRow> {
  /** Conversations of others, whether they are among the rows or not. */
  readonly others: number
}

/** The other source that reported the fact of a webhook call. */
export type Twin =
  | { readonly kind: 'after'; readonly source: Source; readonly delayMs: number }
  | { readonly kind: 'ahead'; readonly source: Source; readonly aheadMs: number }
  | { readonly kind: 'alone' }

export interface WebhookCallRow extends ExchangeRow {
  /** Absent until it is folded. */
  readonly call?: WebhookCallView
  readonly twin?: Twin
  /** Only webhook calls have reported its task. */
  readonly isStranger?: true
}

/** One attempt at a notification. */
export interface Attempt {
  readonly exchangeId: string
  readonly at: number
  /** Since the previous attempt; 0 for the first. */
  readonly waitedMs: number
  /** 0 when it got no answer. */
  readonly status: number
  readonly answered: 'accepted' | 'refused' | 'unanswered'
}

export type CallPage = ListPage<WebhookCallRow>

export interface WholeMessage {
  readonly message: Omit<Message, 'parts'> & { readonly parts: readonly (RowPart | TextPart)[] }
  /** The operation that sent it. */
  readonly operation?: OperationKind
}

/** One webhook call, and all attempts at its notification. */
export interface CallAnswer extends Followed {
  readonly row: WebhookCallRow | null
  readonly attempts: readonly Attempt[]
}

/** The whole segment, and the places of its first parts. */
export interface WholeSegment {
  /** Set for text. */
  readonly text?: string
  readonly parts: readonly (PartOrigin & { readonly place: EntryRef })[]
  /** Number of its parts. */
  readonly count: number
}

const refSchema = z.object({
  contextId: z.string().max(maxProtocolIdChars).optional(),
  chatId: id.optional(),
  exchangeId: exchangeIdSchema.optional(),
})
export const choiceSchema = z.union([
  refSchema.extend({ kind: z.literal('conversation') }),
  /** The newest own conversation that is not hidden, and began after this entry. */
  z.object({ kind: z.literal('newest'), after: z.int().min(0) }),
])
export type ConversationChoice = z.infer<typeof choiceSchema>

// Longest key of a row: it contains ids of agent, context, task and artifact.
export const maxRowKeyChars = 4 * maxProtocolIdChars
const rowKeySchema = z.string().max(maxRowKeyChars)

const looked = z.object({
  ...ofSession,
  agentId: agentIdSchema,
  of: choiceSchema,
  /** Keys of opened blocks: earlier states of a turn, tasks of others. */
  open: z.array(rowKeySchema).max(maxOpenRows),
})
export type LookedAt = z.infer<typeof looked>

const named = looked.omit({ open: true }).extend({ key: rowKeySchema })
const taskSchema = z.object({ ...ofSession, ...ofTask })

export const story = {
  /** The rows of a conversation by position; by default the last ones. With `seen`, waits for a change. */
  rows: oc
    .input(
      looked.extend({
        offset: z.int().min(0).optional(),
        limit: z.int().min(1).max(maxStoryRows),
        ...followed,
      }),
    )
    .output(type<ChatPage>()),
  conversations: oc
    .input(
      z.object({
        ...ofSession,
        /** By default those of all agents. */
        agentId: agentIdSchema.optional(),
        /** Only those that have each of these words in their name, else in the user's first words. */
        named: z.string().max(maxNameChars).optional(),
        /** Includes those of others. */
        others: z.boolean(),
        /** Only those that began after this entry, and not in a chat of a window. */
        startedElsewhereAfter: z.int().min(0).optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(maxStoryRows),
        ...followed,
      }),
    )
    .output(type<ConversationPage>()),
  /** A message in full, to send it again or quote it; `null` where it was deleted. */
  message: oc.input(named).output(type<WholeMessage | null>()),
  segment: oc.input(named).output(type<WholeSegment | null>()),
  /** `null` where the record does not contain it. */
  task: oc.input(taskSchema).output(type<(TaskBrief & { readonly of: ConversationRef }) | null>()),
  /** The newest tasks of an agent. */
  tasks: oc
    .input(z.object({ ...ofSession, agentId: agentIdSchema }))
    .output(type<readonly { readonly taskId: string; readonly state?: string }[]>()),
  /** The task as its events add up, to compare it with what the agent stores. */
  streamed: oc.input(taskSchema).output(type<StreamedTask | null>()),
  /** An artifact as its pieces add up, as text, up to a length. */
  artifact: oc
    .input(
      taskSchema.extend({
        artifactId: z.string().max(maxProtocolIdChars),
        most: z.int().min(1).max(1_000_000),
        ...followed,
      }),
    )
    .output(type<Followed & { readonly text: string }>()),
  /** Webhook calls by position, with what the record reports of each. */
  calls: oc
    .input(
      z.object({
        ...ofSession,
        filter: z.string().max(maxFilterChars),
        offset: z.int().min(0),
        limit: z.int().min(1).max(maxStoryRows),
        ...followed,
      }),
    )
    .output(type<CallPage>()),
  /** With `seen`, waits for a change. */
  call: oc
    .input(z.object({ ...ofSession, exchangeId: exchangeIdSchema, ...followed }))
    .output(type<CallAnswer>()),
}
