// The console: the list of exchanges with its filter, one exchange in full, its frames by position.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { severities } from '../a2a/severities.ts'
import { maxNoteChars } from '../bounded.ts'
import { type SnippetForm, snippetForms } from '../export/snippet.ts'
import { maxFilterChars } from '../filter/parse-filter.ts'
import type { Entry, FrameEntry } from '../record/entry.ts'
import { orderings } from '../record/exchange-order.ts'
import { type ExchangeRow, type ListedExchange, marks } from '../record/exchange-row.ts'
import type { FindingGroup, GroupedFindings } from '../record/finding-groups.ts'
import { id, text, word } from '../schemas.ts'
import { agentIdSchema } from './agents.ts'
import { maxOpenRequests, maxReadRows } from './constants.ts'
import { type Followed, followed, ofSession } from './followed.ts'
import { sessionIdSchema } from './sessions.ts'

export interface ListPage<Row> extends Followed {
  readonly rows: readonly Row[]
  /** How many there are on all pages. */
  readonly total: number
}

export interface ExchangePage extends ListPage<ListedExchange> {
  /** How many match that are of other agents or sessions, where they are counted. */
  readonly outside?: number
}

/** Who called through taps: programs by their `User-Agent`, and agents. */
export interface SeenCallers {
  readonly programs: readonly string[]
  readonly agentIds: readonly string[]
}

/** How much the console has of each without a filter, and whether it is kept. Findings are counted singly, though an entry may have many. */
export interface ConsoleCounts extends Followed {
  readonly exchanges: number
  readonly webhooks: number
  readonly findings: number
  /** The newest entry of the record. */
  readonly latest: number
  /** What is wrong with the place where the record is kept, if anything. */
  readonly notice?: string
}

/** `total` is of the groups, `findings` of what is in them. */
export interface FindingGroupPage extends ListPage<FindingGroup>, Omit<GroupedFindings, 'groups'> {}

export interface ExchangeDetailAnswer {
  readonly row: ExchangeRow
  /** Everything but frames, in order. */
  readonly entries: readonly Exclude<Entry, FrameEntry>[]
}

export interface FollowedExchange extends ExchangeDetailAnswer, Followed {}

export interface SnippetAnswer {
  readonly form: SnippetForm
  readonly text: string
  /** Places where a secret stood and is not told. */
  readonly hidden: number
}

export const exchangeIdSchema = id
/** Methods offered while a filter is typed, the newest; any other can be typed. */
export const maxLabels = 200
// Exchanges handed out in one answer; the list requests the next.
const maxExchangePage = 500

const filter = z.object({
  /** In the language of shared/filter; terms that make no sense are left out. */
  filter: z.string().max(maxFilterChars),
  /** Leaves out what began up to this entry and is not pinned. */
  after: z.int().min(0).optional(),
  /** Without it by time, the newest last. */
  order: z.object({ by: z.enum(orderings), descending: z.boolean() }).optional(),
  /** Only calls of this agent, and webhook calls about tasks that these began. */
  agentId: agentIdSchema.optional(),
  /**
   * Webhook calls lie within the first request of their session about their task, and are in the list below it where it is one of these.
   * Without it they are rows of their own.
   */
  nested: z.array(exchangeIdSchema).max(maxOpenRequests).readonly().optional(),
  ...ofSession,
})
const exchange = z.object({ exchangeId: exchangeIdSchema, ...ofSession })
const narrowed = {
  severity: z.enum(severities).optional(),
  agentId: agentIdSchema.optional(),
  /** Of the sessions that are read, only this one. */
  inSession: sessionIdSchema.optional(),
}
export const mutedRuleSchema = z.object({ rule: word, agentId: agentIdSchema.optional() })
// More than a problem has lines.
const maxProblemFacts = 20
/** As it is shown, with the entry whose bytes belong to it. */
const problemText = z.object({
  title: text,
  facts: z.array(z.tuple([word, text])).max(maxProblemFacts),
  seq: z.int().optional(),
})
export type ProblemText = z.infer<typeof problemText>
const range = { offset: z.int().min(0), limit: z.int().min(1).max(maxReadRows) }

export const console = {
  exchanges: oc
    .input(
      filter.extend({
        offset: z.int().min(0),
        limit: z.int().min(1).max(maxExchangePage),
        /** Counts what other agents have besides, in the session or in all of them. */
        counting: z.enum(['session', 'all']).optional(),
        ...followed,
      }),
    )
    .output(type<ExchangePage>()),
  /** Where an exchange stands in the list, or the request it lies within; -1 when the filter leaves it out. */
  position: oc.input(filter.extend({ exchangeId: exchangeIdSchema })).output(type<number>()),
  /** With `seen`, when it has grown or something was put on it. */
  exchange: oc.input(exchange.extend(followed)).output(type<FollowedExchange>()),
  /** Frames by their index in the exchange. */
  frames: oc.input(exchange.extend(range)).output(type<readonly FrameEntry[]>()),
  /** Entries that have findings, of one exchange, of one group or of all. */
  findings: oc
    .input(
      exchange.partial().extend({
        /** Of this rule, and of this agent or of none. */
        group: z.object({ rule: word, ...narrowed }).optional(),
        /** Only those that are muted; without it, only those that are not. A group has them all. */
        muted: z.boolean().optional(),
        ...range,
        ...followed,
      }),
    )
    .output(type<ListPage<Entry>>()),
  /** Findings by rule and agent. */
  findingGroups: oc
    .input(
      z.object({
        ...ofSession,
        ...narrowed,
        /** Part of its name. */
        rule: word.optional(),
        /** Only those that are muted; without it, only those that are not. */
        muted: z.boolean().optional(),
        ...range,
        ...followed,
      }),
    )
    .output(type<FindingGroupPage>()),
  /** Of an agent, exchanges alone: webhooks and findings are those of all. */
  counts: oc
    .input(z.object({ ...ofSession, agentId: agentIdSchema.optional(), ...followed }))
    .output(type<ConsoleCounts>()),
  /** Findings of a rule of an agent, or of none, leave lists and counts, or are back in them. The record keeps every one. */
  mute: oc
    .input(z.object({ ...ofSession, ...mutedRuleSchema.shape, muted: z.boolean() }))
    .output(type<{ readonly muted: boolean }>()),
  annotate: oc
    .input(
      exchange.extend({
        pinned: z.boolean().optional(),
        mark: z.enum(marks).nullish(),
        note: z.string().max(maxNoteChars).nullish(),
      }),
    )
    .output(type<ExchangeRow>()),
  /** Methods that occur, to offer in the filter. */
  labels: oc.input(z.object(ofSession)).output(type<readonly string[]>()),
  callers: oc.input(z.object(ofSession)).output(type<SeenCallers>()),
  /** The value behind a secret's mark, while the engine remembers it. Of a session from a file it tells none. */
  reveal: oc
    .input(z.object({ secretId: z.string().regex(/^[0-9a-f]{8}$/), ...ofSession }))
    .output(type<string | null>()),
  /** The request written for another program. Secrets are told only where that is requested. */
  snippet: oc
    .input(exchange.extend({ form: z.enum(snippetForms), secrets: z.boolean().optional() }))
    .output(type<SnippetAnswer>()),
  /** The exchange with its findings, the card and the versions as one Markdown file, redacted; or only what is wrong at one place of it. */
  report: oc
    .input(exchange.extend({ problem: problemText.optional() }))
    .output(type<{ readonly fileName: string; readonly text: string }>()),
}
