// A conformance suite in the format of A2A's test specification (ACTS 1.0), from YAML or JSON. Unsupported features are refused
// when the suite is read, with their place; none is skipped silently.

import { z } from 'zod'
import type { Binding } from '../a2a/model.ts'
import { maxNameChars } from '../bounded.ts'
import { text, word } from '../schemas.ts'
import { label, labels, maxSuiteTests, maxTestSteps, members, namedAssertion, step } from './steps.ts'

/** The file of a repository that configures the check of its agent. */
export const checkFileName = 'parley-check.yaml'

export const levels = ['must', 'should', 'may'] as const
export type Level = (typeof levels)[number]

/** The suites' names of bindings. */
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
  /** Ours: what the raw card must be like; the description is the reason where it isn’t. */
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
  /** Ours: what to do about a failure, for the author of the agent. */
  'x-hint': text.optional(),
  /** Ours: applicable versions of A2A; by default all. */
  'x-versions': labels.optional(),
  /** Ours: the section in other versions. */
  'x-sections': z.record(word, word).optional(),
  /** Ours: changes more on the agent than a task of its own, so it needs consent for a remote agent. */
  'x-active': z.literal(true).optional(),
  /** Ours: names that it proves for other tests: where it failed, those are inconclusive and refer to it. */
  'x-proves': labels.optional(),
  /** Ours: refuses this many calls to its webhook with 503 first. */
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
