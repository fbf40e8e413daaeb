// What the record tells: conversations as rows, their tasks, what webhook calls brought. Folded where the record is; a window holds
// what is on screen.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import type { Message, TaskState, TextPart } from '../a2a/model.ts'
import type { OperationKind } from '../a2a/operation.ts'
import { maxNameChars, maxProtocolIdChars } from '../bounded.ts'
import { maxFilterChars } from '../filter/parse-filter.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { id } from '../schemas.ts'
import type { ChatRow, RowPart, TaskBrief } from '../story/chat/chat-row.ts'
import type { WayToBytes } from '../story/chat/segment.ts'
import type { SendProblem } from '../story/chat/send-problem.ts'
import type { PartOrigin } from '../story/part-on-wire.ts'
import type { Source } from '../story/sightings.ts'
import type { StreamedTask } from '../story/streamed-task.ts'
import type { WebhookCallView } from '../story/webhook-call.ts'
import { agentIdSchema } from './agents.ts'
import { exchangeIdSchema, type ListPage } from './console.ts'
import { maxOpenRows } from './constants.ts'
import { type Followed, followed, ofSession, ofTask } from './followed.ts'

// Rows of a conversation handed out in one answer; the chat requests the next.
const maxStoryRows = 300

/** A conversation by the context the agent put it in; where it named none, by its chat, else by the exchange it began with. */
export interface ConversationRef {
  readonly contextId?: string | undefined
  readonly chatId?: string | undefined
  readonly exchangeId?: string | undefined
}

export interface ConversationRow extends ConversationRef {
  readonly agentId: string
  /** Of all with this agent. */
  readonly id: string
  /** The first words of the user, in a line. */
  readonly says?: string
  /** Something was said or asked here; other conversations are only known of. */
  readonly isOurs: boolean
  readonly tasks: number
  /** That the newest exchange about one of its tasks left it in, where its end names one. */
  readonly state?: TaskState
  /** The program that began it through a tap. */
  readonly caller?: string
  /** The entry it began with. */
  readonly startedSeq: number
  readonly startedAt: number
  readonly lastAt: number
}

export interface ConversationBrief extends ConversationRef {
  readonly id: string
  readonly agentId: string
  /** The newest that the agent named, where that is not the conversation's own. */
  readonly latestContextId?: string
  /** The agent answered, and named no context. */
  readonly hasNoContext?: true
  readonly isOurs: boolean
  /** The newest of its tasks, oldest first; those of others are left out. */
  readonly tasks: readonly TaskBrief[]
  /** The first words of the user, in a line. */
  readonly says?: string
  /** What the user said last, newest first. */
  readonly said: readonly string[]
  /** What the newest message led to instead of a task. */
  readonly failed?: SendProblem & { readonly exchangeId: string }
  /** The exchange of the newest message, where it was answered with a message and no task. */
  readonly answeredIn?: string
}

/** A row that is as it was in the version that was seen. */
export interface KeptRow {
  readonly kept: string
}

export interface ChatPage extends Followed {
  /** Absent where it is as it was in the version that was seen; `null` where there is none. */
  readonly conversation?: ConversationBrief | null
  /** Of the first of the rows. */
  readonly offset: number
  readonly rows: readonly (ChatRow | KeptRow)[]
  readonly total: number
  /** Blocks in all of it. */
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

/** Beside what else a webhook call stands. */
export type Twin =
  | { readonly kind: 'after'; readonly source: Source; readonly delayMs: number }
  | { readonly kind: 'ahead'; readonly source: Source; readonly aheadMs: number }
  | { readonly kind: 'alone' }

export interface WebhookCallRow extends ExchangeRow {
  /** Absent while it is not known yet. */
  readonly call?: WebhookCallView
  readonly twin?: Twin
  /** Nothing but webhook calls has told of its task. */
  readonly isStranger?: true
}

/** One try of a notification. */
export interface Attempt {
  readonly exchangeId: string
  readonly at: number
  /** Since the try before; 0 for the first. */
  readonly waitedMs: number
  /** 0 when it got no answer. */
  readonly status: number
  readonly answered: 'accepted' | 'refused' | 'unanswered'
}

export type CallPage = ListPage<WebhookCallRow>

export interface WholeMessage {
  readonly message: Omit<Message, 'parts'> & { readonly parts: readonly (RowPart | TextPart)[] }
  /** By which it was sent. */
  readonly operation?: OperationKind
}

/** One webhook call, and all tries of the notification it is one of. */
export interface CallAnswer extends Followed {
  readonly row: WebhookCallRow | null
  readonly attempts: readonly Attempt[]
}

/** All of a segment, and where its first parts were said. */
export interface WholeSegment {
  /** Of a text. */
  readonly text?: string
  readonly parts: readonly (PartOrigin & { readonly place: WayToBytes })[]
  /** How many parts it has. */
  readonly count: number
}

const refSchema = z.object({
  contextId: z.string().max(maxProtocolIdChars).optional(),
  chatId: id.optional(),
  exchangeId: exchangeIdSchema.optional(),
})
export const choiceSchema = z.union([
  refSchema.extend({ kind: z.literal('conversation') }),
  /** The newest that was held here and is not forgotten, and began after this entry. */
  z.object({ kind: z.literal('newest'), after: z.int().min(0) }),
])
export type ConversationChoice = z.infer<typeof choiceSchema>

// Of the key of a row: ids of agent, context, task and artifact are in it.
export const maxRowKeyChars = 4 * maxProtocolIdChars
const rowKeySchema = z.string().max(maxRowKeyChars)

const looked = z.object({
  ...ofSession,
  agentId: agentIdSchema,
  of: choiceSchema,
  /** Keys of what is folded out: earlier states of a turn, tasks of others. */
  open: z.array(rowKeySchema).max(maxOpenRows),
})
export type LookedAt = z.infer<typeof looked>

const named = looked.omit({ open: true }).extend({ key: rowKeySchema })
const taskSchema = z.object({ ...ofSession, ...ofTask })

export const story = {
  /** The rows of a conversation by position; without one, the last of them. With `seen`, when something of it has changed. */
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
        /** Without it, those of all agents. */
        agentId: agentIdSchema.optional(),
        /** Only those that have each of these words in their name, else in the first words of the user. */
        named: z.string().max(maxNameChars).optional(),
        /** Those of others as well. */
        others: z.boolean(),
        /** Only those that began after this entry, and not in a chat of a window. */
        startedElsewhereAfter: z.int().min(0).optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(maxStoryRows),
        ...followed,
      }),
    )
    .output(type<ConversationPage>()),
  /** A message in full, for who sends it again or quotes it; `null` where it is gone. */
  message: oc.input(named).output(type<WholeMessage | null>()),
  segment: oc.input(named).output(type<WholeSegment | null>()),
  /** `null` where the record tells nothing of it. */
  task: oc.input(taskSchema).output(type<(TaskBrief & { readonly of: ConversationRef }) | null>()),
  /** The newest tasks of an agent. */
  tasks: oc
    .input(z.object({ ...ofSession, agentId: agentIdSchema }))
    .output(type<readonly { readonly taskId: string; readonly state?: string }[]>()),
  /** The task as what came of it adds up to, for who compares it with what the agent stores. */
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
  /** Webhook calls by position, with what the record reports each. */
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
  /** With `seen`, when it has changed. */
  call: oc
    .input(z.object({ ...ofSession, exchangeId: exchangeIdSchema, ...followed }))
    .output(type<CallAnswer>()),
}
