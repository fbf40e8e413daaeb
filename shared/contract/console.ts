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
  /** Number of rows on all pages. */
  readonly total: number
}

export interface ExchangePage extends ListPage<ListedExchange> {
  /** How many matches belong to other agents or sessions, where they are counted. */
  readonly outside?: number
}

/** Callers through taps: programs by their `User-Agent`, and agents. */
export interface SeenCallers {
  readonly programs: readonly string[]
  readonly agentIds: readonly string[]
}

/** Totals of the console without a filter, and whether recording works. Findings are counted singly, though an entry may have many. */
export interface ConsoleCounts extends Followed {
  readonly exchanges: number
  readonly webhooks: number
  readonly findings: number
  /** The newest entry of the record. */
  readonly latest: number
  /** What is wrong with the place of the record, if anything. */
  readonly notice?: string
}

/** `total` counts groups, `findings` their findings. */
export interface FindingGroupPage extends ListPage<FindingGroup>, Omit<GroupedFindings, 'groups'> {}

export interface ExchangeDetailAnswer {
  readonly row: ExchangeRow
  /** Everything except frames, in order. */
  readonly entries: readonly Exclude<Entry, FrameEntry>[]
}

export interface FollowedExchange extends ExchangeDetailAnswer, Followed {}

export interface SnippetAnswer {
  readonly form: SnippetForm
  readonly text: string
  /** Number of secrets that were left out. */
  readonly hidden: number
}

export const exchangeIdSchema = id
/** Methods offered while a filter is typed, the newest; any other can be typed. */
export const maxLabels = 200
// Exchanges in one answer; the list requests the next.
const maxExchangePage = 500

const filter = z.object({
  /** In the language of shared/filter; invalid terms are ignored. */
  filter: z.string().max(maxFilterChars),
  /** Leaves out exchanges that began up to this entry and are not pinned. */
  after: z.int().min(0).optional(),
  /** By default by time, the newest last. */
  order: z.object({ by: z.enum(orderings), descending: z.boolean() }).optional(),
  /** Only calls of this agent, and webhook calls about tasks that these began. */
  agentId: agentIdSchema.optional(),
  /**
   * Webhook calls belong to the first request of their session about their task, and are listed below it where it is one of
   * these. Without this member they are separate rows.
   */
  nested: z.array(exchangeIdSchema).max(maxOpenRequests).readonly().optional(),
  ...ofSession,
})
const exchange = z.object({ exchangeId: exchangeIdSchema, ...ofSession })
const narrowed = {
  severity: z.enum(severities).optional(),
  agentId: agentIdSchema.optional(),
  /** Only this one of the sessions that are read. */
  inSession: sessionIdSchema.optional(),
}
export const mutedRuleSchema = z.object({ rule: word, agentId: agentIdSchema.optional() })
// More than the lines of any problem.
const maxProblemFacts = 20
/** A problem as shown, with the entry that has its bytes. */
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
        /** Counts further matches of other agents, in the session or in all of them. */
        counting: z.enum(['session', 'all']).optional(),
        ...followed,
      }),
    )
    .output(type<ExchangePage>()),
  /** Position of an exchange in the list, or of the request it belongs to; -1 when the filter excludes it. */
  position: oc.input(filter.extend({ exchangeId: exchangeIdSchema })).output(type<number>()),
  /** With `seen`, waits for further entries or changed marks. */
  exchange: oc.input(exchange.extend(followed)).output(type<FollowedExchange>()),
  /** Frames by their index in the exchange. */
  frames: oc.input(exchange.extend(range)).output(type<readonly FrameEntry[]>()),
  /** Entries with findings, of one exchange, of one group or of all. */
  findings: oc
    .input(
      exchange.partial().extend({
        /** Of this rule, and of this agent or of none. */
        group: z.object({ rule: word, ...narrowed }).optional(),
        /** Only muted ones; by default only others. A group contains both. */
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
        /** Part of the rule's name. */
        rule: word.optional(),
        /** Only muted ones; by default only others. */
        muted: z.boolean().optional(),
        ...range,
        ...followed,
      }),
    )
    .output(type<FindingGroupPage>()),
  /** For one agent it counts exchanges only; webhooks and findings are always those of all. */
  counts: oc
    .input(z.object({ ...ofSession, agentId: agentIdSchema.optional(), ...followed }))
    .output(type<ConsoleCounts>()),
  /** Hides the findings of a rule and an agent, or of no agent, from lists and counts, or shows them again. The record keeps all. */
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
  /** Methods in the record, to offer in the filter. */
  labels: oc.input(z.object(ofSession)).output(type<readonly string[]>()),
  callers: oc.input(z.object(ofSession)).output(type<SeenCallers>()),
  /** The secret behind a mark, while the engine remembers it. Never for a session from a file. */
  reveal: oc
    .input(z.object({ secretId: z.string().regex(/^[0-9a-f]{8}$/), ...ofSession }))
    .output(type<string | null>()),
  /** The request written for another program. Includes secrets only on request. */
  snippet: oc
    .input(exchange.extend({ form: z.enum(snippetForms), secrets: z.boolean().optional() }))
    .output(type<SnippetAnswer>()),
  /** The exchange with its findings, the card and the versions as one Markdown file, redacted; or one problem of it only. */
  report: oc
    .input(exchange.extend({ problem: problemText.optional() }))
    .output(type<{ readonly fileName: string; readonly text: string }>()),
}
