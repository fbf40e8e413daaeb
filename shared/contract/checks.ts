// Checks: whether an agent keeps to its version of A2A, tried out. A run has a session of its own, which has everything that was sent.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxChosen } from '../bounded.ts'
import { type BehaviorId, type Prompts, promptsSchema } from '../checks/behaviors.ts'
import type { CheckRun, TestResult, Way } from '../checks/run.ts'
import { type Level, levels } from '../checks/suite.ts'
import { word } from '../schemas.ts'
import { agentIdSchema, ofAgent } from './agents.ts'
import { maxWaitMs } from './constants.ts'
import { sessionIdSchema } from './sessions.ts'

const chosen = z.object({
  agentId: agentIdSchema,
  /** Of the interfaces that Parley speaks; left out, the one that is used now. */
  ways: z.array(z.int().min(0)).max(maxChosen).optional(),
  /** Ids of suites; left out, all. */
  suites: z.array(word).max(maxChosen).optional(),
  /** Ids of tests; left out, all of these suites. */
  tests: z.array(word).max(maxChosen).optional(),
  levels: z.array(z.enum(levels)).optional(),
  /** Tests too that do more than begin tasks of their own: cancel, register webhooks, open many streams. */
  active: z.boolean().optional(),
})

export interface PlannedTest {
  readonly suiteId: string
  readonly testId: string
  readonly name: string
  readonly description: string
  readonly level: Level
  /** Of the specification. */
  readonly section: string
  /** Indexes of the plan’s interfaces. */
  readonly ways: readonly number[]
  /** What is sent, by the names of A2A, with how often. */
  readonly sends: readonly string[]
  readonly active: boolean
  readonly behaviors: readonly string[]
  /** Why it reports nothing of this agent, over any interface. */
  readonly skip?: string
}

export interface CheckPlan {
  readonly ways: readonly (Way & { readonly chosen: boolean })[]
  readonly suites: readonly { readonly id: string; readonly name: string; readonly description: string }[]
  readonly tests: readonly PlannedTest[]
}

/** What a prompt was found to bring about. */
export interface Tried {
  readonly prompt: string
  readonly behaviors: readonly BehaviorId[]
  readonly exchangeId?: string
  /** What came of it, in a sentence. */
  readonly sentence: string
}

export type TrialStep =
  | { readonly kind: 'trying'; readonly prompt: string; readonly done: number; readonly total: number }
  | { readonly kind: 'tried'; readonly tried: Tried }
  | { readonly kind: 'done'; readonly prompts: Prompts }

/** A run without its results, which are read on. */
type CheckRunHead = Omit<CheckRun, 'results'>

export interface CheckPage {
  /** Null where the session is none of a run. */
  readonly run: CheckRunHead | null
  /** In the order in which they arrived, from `after` on. */
  readonly results: readonly TestResult[]
  readonly next: number
}

export interface PastRun {
  readonly sessionId: string
  readonly agentId: string
  readonly agentName: string
  readonly startedAt: number
  readonly state: CheckRun['state']
  readonly failed: number
  readonly passed: number
  readonly total: number
}

export const reportFormats = ['json', 'junit', 'sarif', 'html', 'markdown', 'badge'] as const
export type ReportFormat = (typeof reportFormats)[number]

export interface Report {
  readonly fileName: string
  readonly mediaType: string
  readonly text: string
}

const session = z.object({ sessionId: sessionIdSchema })

export const checks = {
  /** What would be sent, and what reports nothing of this agent; asks nobody but for the card where it isn’t known. */
  plan: oc.input(chosen).output(type<CheckPlan>()),
  prompts: oc.input(ofAgent).output(type<Prompts>()),
  setPrompts: oc.input(ofAgent.extend({ prompts: promptsSchema })).output(type<Prompts>()),
  /** Reports the examples of the agent’s skills, and shows what each brought about. Nothing is kept. */
  tryPrompts: oc.input(ofAgent).output(eventIterator(type<TrialStep>())),
  /** Goes on when nobody listens any more, until `stop`. */
  start: oc.input(chosen).output(type<{ readonly sessionId: string }>()),
  stop: oc.input(session).output(type<{ readonly stopped: boolean }>()),
  /** Waits for more than is known, as long as it is running. */
  read: oc
    .input(
      session.extend({
        after: z.int().min(0),
        limit: z.int().min(1).max(1_000),
        /** The state that is known; waits until it changes or there is more. */
        state: z.enum(['running', 'done', 'stopped', 'broken']).optional(),
        waitMs: z.int().min(0).max(maxWaitMs).optional(),
      }),
    )
    .output(type<CheckPage>()),
  /** Of one agent or all, the newest first. */
  runs: oc.input(z.object({ agentId: agentIdSchema.optional() })).output(type<readonly PastRun[]>()),
  report: oc.input(session.extend({ format: z.enum(reportFormats) })).output(type<Report>()),
}
