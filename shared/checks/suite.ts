// A conformance suite: the format of A2A's test specification (ACTS 1.0), read from YAML or JSON. What a test asks for that nobody here
// can do is refused when the suite is read, with its place; nothing is skipped in silence.

import { z } from 'zod'
import { isObject } from '../a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '../a2a/model.ts'
import { maxNameChars, text, word } from '../bounded.ts'
import { problemOf } from './assertion.ts'
import { isUntil } from './until.ts'

export const levels = ['must', 'should', 'may'] as const
export type Level = (typeof levels)[number]

/** The bindings by the names that suites have for them. */
const transports = ['jsonrpc', 'rest', 'grpc'] as const
export type Transport = (typeof transports)[number]

/** Of one suite file; refused. */
export const maxSuiteTests = 2_000
/** Of one test; refused. */
const maxTestSteps = 50
/** Between two steps or two attempts; refused. */
const maxStepDelayMs = 30_000
/** Times one step is repeated; refused. */
const maxStepAttempts = 100
/** Other files that a suite takes in; refused. */
const maxIncludes = 100

/** What a step asks of an agent, by the names of the specification, and those that the drafts of the official suites have besides. */
export const operationNames = {
  send_message: 'send',
  send_streaming_message: 'stream',
  get_task: 'get',
  list_tasks: 'list',
  cancel_task: 'cancel',
  subscribe_to_task: 'subscribe',
  create_push_config: 'push-create',
  set_push_notification_config: 'push-create',
  get_push_config: 'push-get',
  get_push_notification_config: 'push-get',
  list_push_configs: 'push-list',
  list_push_notification_configs: 'push-list',
  delete_push_config: 'push-delete',
  delete_push_notification_config: 'push-delete',
  get_agent_card: 'card',
  get_extended_agent_card: 'extended-card',
} as const
export type OperationName = keyof typeof operationNames

const names = Object.keys(operationNames) as [OperationName, ...OperationName[]]

const json: z.ZodType<JsonValue> = z.json()
const members = z.record(word, json)
const label = z.string().min(1).max(maxNameChars)
const labels = z.array(label).max(maxSuiteTests)

const assertion = json.superRefine((value, context) => {
  const problem = problemOf(value)
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})

/** The body alone, or with what came before it. */
const expect = z.preprocess(
  (value) => (isMembers(value) && !isWhole(value) ? { body: value } : value),
  z.strictObject({
    status: assertion.optional(),
    headers: z.record(word, assertion).optional(),
    body: assertion.optional(),
  }),
)

const expectError = z.preprocess(
  (value) =>
    isMembers(value) && 'code' in value ? { ...value, error_type: value['code'], code: undefined } : value,
  z.strictObject({
    error_type: z.union([word, z.strictObject({ one_of: z.array(word).min(1) })]).optional(),
    code: z.undefined().optional(),
    message: assertion.optional(),
    details: assertion.optional(),
  }),
)

const event = z
  .looseObject({
    description: text.optional(),
    match: z.enum(['exact_position', 'any_position']).optional(),
    index: z.int().min(0).optional(),
  })
  .transform(({ description, match, index, ...payload }, context) => {
    const checked = assertion.safeParse(payload)
    if (!checked.success)
      context.addIssue({ code: 'custom', message: checked.error.issues[0]?.message ?? '' })
    return { description, match, index, payload: checked.data ?? null }
  })

const expectStream = z.strictObject({
  min_count: z.int().min(0).optional(),
  max_count: z.int().min(0).optional(),
  timeout_ms: z.int().min(1).max(maxStepDelayMs).optional(),
  ordering: z.literal('monotonic_state').optional(),
  events: z.array(event).max(maxSuiteTests).optional(),
  final_event: assertion.optional(),
  each_event: assertion.optional(),
})

const collectionMatch = z.strictObject({ path: word, match: assertion })

const namedAssertion = z.strictObject({
  id: label.optional(),
  description: text.optional(),
  source: text,
  path: word.optional(),
  match: assertion.optional(),
  any: collectionMatch.optional(),
  all: collectionMatch.optional(),
  none: collectionMatch.optional(),
})
export type NamedAssertion = z.infer<typeof namedAssertion>

const after = {
  expect: expect.optional(),
  expect_error: expectError.optional(),
  capture: z.record(word, word).optional(),
  assertions: z.array(namedAssertion).max(maxTestSteps).optional(),
}

const common = {
  id: label,
  description: text.optional(),
  delay_ms: z.int().min(0).max(maxStepDelayMs).optional(),
}

const operationStep = z.strictObject({
  ...common,
  operation: z.enum(names),
  params: members.optional(),
  ...after,
  expect_stream: expectStream.optional(),
  repeat: z
    .strictObject({
      until: z
        .string()
        .max(maxNameChars)
        .refine(isUntil, 'is no condition such as "status.state == TASK_STATE_COMPLETED"'),
      max_attempts: z.int().min(1).max(maxStepAttempts).default(10),
      delay_ms: z.int().min(0).max(maxStepDelayMs).default(1_000),
      backoff: z.enum(['none', 'linear', 'exponential']).default('none'),
    })
    .optional(),
  /** Ours: put in place of what would be sent. */
  'x-headers': z.record(word, text).optional(),
  /** Ours: nothing goes along that the user gave for the agent. */
  'x-credentials': z.literal('none').optional(),
  /** Ours: the stream goes on while the next steps are made, until a step with `x-await` looks at it. */
  'x-background': z.literal(true).optional(),
  /** Ours: the stream is cut once it has brought so many events. */
  'x-cut-after': z.int().min(1).optional(),
  /** Ours: asked over each interface of the agent, and held against what the interface in question answered. */
  'x-everywhere': z.literal(true).optional(),
})
export type OperationStep = z.infer<typeof operationStep>

const rawStep = z.strictObject({
  ...common,
  raw: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']),
    path: text,
    headers: z.record(word, text).optional(),
    body: json.optional(),
    body_raw: text.optional(),
  }),
  ...after,
  expect_stream: expectStream.optional(),
  'x-credentials': z.literal('none').optional(),
})
export type RawStep = z.infer<typeof rawStep>

const assertionStep = z.strictObject({ ...common, assertion: namedAssertion })

/** For clients: nothing that an agent could be asked. */
const clientStep = z.strictObject({
  ...common,
  client_response: z.strictObject({ operation: z.enum(names), wire_payload: json }),
  expect_parsed: assertion,
  assertions: z.array(namedAssertion).optional(),
})

/** Ours: what a stream that was begun with `x-background` has brought, once it has ended. */
const awaitStep = z.strictObject({ ...common, 'x-await': label, expect_stream: expectStream })
export type AwaitStep = z.infer<typeof awaitStep>

/** Ours: calls that came to the webhook of this test. */
const webhookStep = z.strictObject({
  ...common,
  'x-webhook': z.strictObject({
    count_gte: z.int().min(1).default(1),
    within_ms: z.int().min(1).max(maxStepDelayMs).default(10_000),
    each: assertion.optional(),
    any: assertion.optional(),
    headers: z.record(word, assertion).optional(),
  }),
})
export type WebhookStep = z.infer<typeof webhookStep>

/** What a rule of Parley's needs to have seen to have judged it. */
const seenKinds = [
  'card',
  'task',
  'status',
  'message',
  'artifact',
  'part',
  'timestamp',
  'reply',
  'error',
  'stream',
  'list',
  'webhook',
  'push-config',
] as const
export type SeenKind = (typeof seenKinds)[number]

/** Ours: what the rules found in all that the run brought; looked at when the run is over. */
const findingsStep = z.strictObject({
  ...common,
  'x-findings': z.strictObject({ none: z.array(word).min(1), seen: z.enum(seenKinds) }),
})

const step = z.preprocess(
  withExpectedError,
  z.union([operationStep, rawStep, assertionStep, clientStep, awaitStep, webhookStep, findingsStep]),
)
export type Step = z.infer<typeof step>

const preconditions = z.strictObject({
  capabilities: members.optional(),
  skills: z.array(z.looseObject({ id: label })).optional(),
  transport: z.array(z.enum(transports)).optional(),
  extensions: z.array(text).optional(),
  description: text.optional(),
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

/** `expect: { error: … }` is how drafts say `expect_error`. */
function withExpectedError(value: unknown): unknown {
  if (!isMembers(value) || !isMembers(value['expect'])) return value
  const { expect, ...others } = value
  return isMembers(expect) && isMembers(expect['error']) ? { ...others, expect_error: {} } : value
}

/** Neither a status nor a header alone is a body: `{ status: { state: … } }` is one. */
function isWhole(value: JsonObject): boolean {
  const { status } = value
  return 'body' in value || 'headers' in value || (status !== undefined && !isStatusOfTask(status))
}

function isStatusOfTask(status: JsonValue): boolean {
  return isObject(status) && ('state' in status || 'message' in status)
}

function isMembers(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
