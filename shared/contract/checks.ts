// Checks whether an agent conforms to its version of A2A. Each run has a separate session, which records all it sent.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxChosen } from '../bounded.ts'
import { type BehaviorId, type Prompts, promptsSchema } from '../checks/behaviors.ts'
import type { CheckRun, TestedInterface, TestResult } from '../checks/run.ts'
import { type Level, levels } from '../checks/suite.ts'
import { word } from '../schemas.ts'
import { agentIdSchema, ofAgent } from './agents.ts'
import { maxWaitMs } from './constants.ts'
import { sessionIdSchema } from './sessions.ts'

const chosen = z.object({
  agentId: agentIdSchema,
  /** Interfaces that Parley supports; by default the current one. */
  ways: z.array(z.int().min(0)).max(maxChosen).optional(),
  /** Ids of suites; by default all. */
  suites: z.array(word).max(maxChosen).optional(),
  /** Ids of tests; by default all of these suites. */
  tests: z.array(word).max(maxChosen).optional(),
  levels: z.array(z.enum(levels)).optional(),
  /** Includes tests that do more than begin tasks: cancel, register webhooks, open many streams. */
  active: z.boolean().optional(),
})

export interface PlannedTest {
  readonly suiteId: string
  readonly testId: string
  readonly name: string
  readonly description: string
  readonly level: Level
  /** Section of the specification. */
  readonly section: string
  /** Indexes of the plan’s interfaces. */
  readonly ways: readonly number[]
  /** Names of the A2A operations it sends, with counts. */
  readonly sends: readonly string[]
  readonly active: boolean
  readonly behaviors: readonly string[]
  /** Why it does not apply to this agent, over any interface. */
  readonly skip?: string
}

export interface CheckPlan {
  readonly ways: readonly (TestedInterface & { readonly chosen: boolean })[]
  readonly suites: readonly { readonly id: string; readonly name: string; readonly description: string }[]
  readonly tests: readonly PlannedTest[]
}

/** What a prompt was found to cause. */
export interface Tried {
  readonly prompt: string
  readonly behaviors: readonly BehaviorId[]
  readonly exchangeId?: string
  /** The result, in a sentence. */
  readonly sentence: string
}

export type TrialStep =
  | { readonly kind: 'trying'; readonly prompt: string; readonly done: number; readonly total: number }
  | { readonly kind: 'tried'; readonly tried: Tried }
  | { readonly kind: 'done'; readonly prompts: Prompts }

/** A run without its results, which are read by cursor. */
type CheckRunHead = Omit<CheckRun, 'results'>

export interface CheckPage {
  /** Null where the session is not of a run. */
  readonly run: CheckRunHead | null
  /** In the order of their arrival, from `after` on. */
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
  /** What would be sent, and which tests do not apply to this agent; sends no request except for the card where that is missing. */
  plan: oc.input(chosen).output(type<CheckPlan>()),
  prompts: oc.input(ofAgent).output(type<Prompts>()),
  setPrompts: oc.input(ofAgent.extend({ prompts: promptsSchema })).output(type<Prompts>()),
  /** Sends the examples of the agent’s skills, and reports what each caused. Nothing is kept. */
  tryPrompts: oc.input(ofAgent).output(eventIterator(type<TrialStep>())),
  /** Continues without listeners, until `stop`. */
  start: oc.input(chosen).output(type<{ readonly sessionId: string }>()),
  stop: oc.input(session).output(type<{ readonly stopped: boolean }>()),
  /** Waits for further results, as long as the run continues. */
  read: oc
    .input(
      session.extend({
        after: z.int().min(0),
        limit: z.int().min(1).max(1_000),
        /** The state that the caller has; waits until it changes or there are further results. */
        state: z.enum(['running', 'done', 'stopped', 'broken']).optional(),
        waitMs: z.int().min(0).max(maxWaitMs).optional(),
      }),
    )
    .output(type<CheckPage>()),
  /** Of one agent or all, the newest first. */
  runs: oc.input(z.object({ agentId: agentIdSchema.optional() })).output(type<readonly PastRun[]>()),
  report: oc.input(session.extend({ format: z.enum(reportFormats) })).output(type<Report>()),
}
