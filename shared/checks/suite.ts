// A conformance suite: the format of A2A's test specification (ACTS 1.0), read from YAML or JSON. What a test requests that nobody here
// can do is refused when the suite is read, with its place; nothing is skipped in silence.

import { z } from 'zod'
import type { Binding } from '../a2a/model.ts'
import { maxNameChars } from '../bounded.ts'
import { text, word } from '../schemas.ts'
import { label, labels, maxSuiteTests, maxTestSteps, members, namedAssertion, step } from './steps.ts'

/** Where a repository reports how its agent is checked. */
export const checkFileName = 'parley-check.yaml'

export const levels = ['must', 'should', 'may'] as const
export type Level = (typeof levels)[number]

/** The bindings by the names that suites have for them. */
const transports = ['jsonrpc', 'rest', 'grpc'] as const
type Transport = (typeof transports)[number]
export const transportOf: Readonly<Record<Binding, Transport>> = {
  JSONRPC: 'jsonrpc',
  'HTTP+JSON': 'rest',
  GRPC: 'grpc',
}

/** Other files that a suite takes in; refused. */
const maxIncludes = 100

const preconditions = z.strictObject({
  capabilities: members.optional(),
  skills: z.array(z.looseObject({ id: label })).optional(),
  transport: z.array(z.enum(transports)).optional(),
  extensions: z.array(text).optional(),
  description: text.optional(),
  /** Ours: what the card must be like as it arrived; the description reports what is otherwise where it isn’t. */
  'x-card': z.array(namedAssertion.omit({ source: true })).optional(),
})

const test = z.strictObject({
  id: label,
  name: z.string().max(maxNameChars * 2),
  description: text.optional(),
  spec_ref: text.optional(),
  level: z.enum(levels),
  tags: labels.optional(),
  transport: z.array(z.enum(transports)).optional(),
  preconditions: preconditions.optional(),
  requires_behaviors: labels.optional(),
  origin: text.optional(),
  runner_requirements: labels.optional(),
  steps: z.array(step).min(1).max(maxTestSteps),
  assertions: z.array(namedAssertion).max(maxTestSteps).optional(),
  /** Ours: what to do about a failure, for whoever writes the agent. */
  'x-hint': text.optional(),
  /** Ours: versions of A2A it holds for; left out, all. */
  'x-versions': labels.optional(),
  /** Ours: the section of other versions, where they have one. */
  'x-sections': z.record(word, word).optional(),
  /** Ours: it changes more on the agent than a task of its own, so nobody runs it unasked against an agent elsewhere. */
  'x-active': z.literal(true).optional(),
  /** Ours: what it is about by names that other tests need: where it failed, they are inconclusive and name it. */
  'x-proves': labels.optional(),
  /** Ours: so many calls to its webhook are refused with 503 first. */
  'x-webhook-refuses': z.int().min(1).optional(),
})
export type Test = z.infer<typeof test>

const suite = z.strictObject({
  id: label,
  name: z.string().max(maxNameChars),
  description: text.optional(),
  tags: labels.optional(),
  tests: z.array(test).max(maxSuiteTests),
})
export type Suite = z.infer<typeof suite>

const supportedMajor = '1'

export const suiteFileSchema = z
  .strictObject({
    acts_version: word.refine(
      (version) => version.split('.')[0] === supportedMajor,
      'is a version that Parley doesn’t read',
    ),
    spec_version: word,
    spec_ref: text.optional(),
    metadata: members.optional(),
    variables: z.record(word, text).optional(),
    include: z.array(text).max(maxIncludes).optional(),
    suites: z.array(suite).max(maxSuiteTests).optional(),
  })
  .refine(
    ({ include, suites }) => include !== undefined || suites !== undefined,
    'has neither "suites" nor "include"',
  )
export type SuiteFile = z.infer<typeof suiteFileSchema>
