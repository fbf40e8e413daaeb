// A run of checks: its tests by interface, with their results. It is stored with its session, and all reports are made from it.

import { z } from 'zod'
import { dialectIds } from '../a2a/dialect.ts'
import { bindings } from '../a2a/model.ts'
import { maxListed, maxNameChars } from '../bounded.ts'
import type { Immutable } from '../defined.ts'
import { count, id, text, word } from '../schemas.ts'
import { levels } from './suite.ts'

/** The exchanges of one test that are listed with it; the record has all. */
export const maxTestExchanges = 200

/** `skip`: does not apply to this agent. `inconclusive`: applies, but what happened proves neither a fault nor its absence. */
const outcomes = ['pass', 'fail', 'skip', 'inconclusive'] as const
export type TestOutcome = (typeof outcomes)[number]

/** Earlier versions wrote `error`. */
const outcome = z.preprocess((value) => (value === 'error' ? 'inconclusive' : value), z.enum(outcomes))

const failure = z.object({
  /** The fact and the expectation, in one sentence. */
  message: text,
  stepId: word.optional(),
  expected: text.optional(),
  actual: text.optional(),
  path: text.optional(),
  /** The exchange that proves it. */
  exchangeId: id.optional(),
  seq: count.optional(),
})

export const testResultSchema = z.object({
  suiteId: word,
  testId: word,
  name: text,
  level: z.enum(levels),
  /** Section in the agent's version of A2A. */
  section: word.optional(),
  description: text.optional(),
  hint: text.optional(),
  /** Index of the run's interface. */
  way: count,
  outcome,
  /** Why it was skipped or is inconclusive. */
  reason: text.optional(),
  /** The failed test of this run that covers a step which this one needs. */
  blockedBy: word.optional(),
  failure: failure.optional(),
  durationMs: z.number().min(0),
  exchangeIds: z.array(id).max(maxTestExchanges),
})
export type TestResult = Immutable<z.infer<typeof testResultSchema>>
export type TestFailure = NonNullable<TestResult['failure']>

/** Why a run has no results: the agent did not answer, refused every call for lack of credentials, or answered none in time. */
const problem = z.object({ kind: z.enum(['unreachable', 'credentials', 'timeout']), sentence: text })
export type RunProblem = Immutable<z.infer<typeof problem>>

const way = z.object({ dialect: z.enum(dialectIds), binding: z.enum(bindings), url: text })
export type TestedInterface = Immutable<z.infer<typeof way>>

// Results of one run: all tests of the largest suites over some interfaces.
const maxResults = 20_000

export const checkHeadSchema = z.object({
  id,
  agentId: id,
  agentName: z.string().max(maxNameChars),
  /** The agent's version, from its card. */
  agentVersion: word.optional(),
  cardUrl: text.optional(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  /** `stopped`: by the user, before all tests were run. `broken`: Parley ended meanwhile. */
  state: z.enum(['running', 'done', 'stopped', 'broken']),
  ways: z.array(way).max(maxListed),
  suites: z.array(z.object({ id: word, name: text })).max(maxResults),
  planned: count,
  problem: problem.optional(),
})

export const checkRunSchema = checkHeadSchema.extend({ results: z.array(testResultSchema).max(maxResults) })
export type CheckRun = Immutable<z.infer<typeof checkRunSchema>>

export interface Counts {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly inconclusive: number
}

export function countsOf(results: readonly Pick<TestResult, 'outcome'>[]): Counts {
  const countOf = (outcome: TestOutcome) => results.filter((each) => each.outcome === outcome).length
  return {
    total: results.length,
    passed: countOf('pass'),
    failed: countOf('fail'),
    skipped: countOf('skip'),
    inconclusive: countOf('inconclusive'),
  }
}
