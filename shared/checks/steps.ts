// The steps of a test and their expectations: those of the specification of suites, and ours, which begin with `x-`.

import { z } from 'zod'
import { isMembers } from '../a2a/json-kinds.ts'
import type { JsonValue } from '../a2a/model.ts'
import { maxNameChars } from '../bounded.ts'
import { text, word } from '../schemas.ts'
import { problemOf } from './assertion.ts'
import { isUntil } from './until.ts'

/** Of one test; refused. */
export const maxTestSteps = 50
/** Between two steps or two attempts; refused. */
const maxStepDelayMs = 30_000
/** Between two reads of an answer; refused. */
const maxReadPauseMs = 1_000
/** Times one step is repeated; refused. */
const maxStepAttempts = 100
/** Of one suite file; refused. */
export const maxSuiteTests = 2_000

/** Operations of the specification, and those that only the drafts of the official suites have. */
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
export const members = z.record(word, json)
export const label = z.string().min(1).max(maxNameChars)
export const labels = z.array(label).max(maxSuiteTests)

const assertion = json.superRefine((value, context) => {
  const problem = problemOf(value)
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})

/** The body alone, or with the facts around it. */
const expect = z.preprocess(
  (value) => (isMembers(value) && !isWhole(value) ? { body: value } : value),
  z.strictObject({
    status: assertion.optional(),
    headers: z.record(word, assertion).optional(),
    body: assertion.optional(),
  }),
)

/** Drafts use `code` and `data` for `error_type` and `details`. */
const expectError = z.preprocess(
  (value) => (isMembers(value) ? renamed(renamed(value, 'code', 'error_type'), 'data', 'details') : value),
  z.strictObject({
    error_type: z.union([word, z.strictObject({ one_of: z.array(word).min(1) })]).optional(),
    message: assertion.optional(),
    details: assertion.optional(),
    /** Ours: a result is accepted as well, and checked by the rest of the step. */
    'x-or-result': z.literal(true).optional(),
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

export const namedAssertion = z.strictObject({
  id: label.optional(),
  description: text.optional(),
  source: text,
  path: word.optional(),
  match: assertion.optional(),
  any: collectionMatch.optional(),
  all: collectionMatch.optional(),
  none: collectionMatch.optional(),
  /** Ours: the values there are sorted. */
  'x-sorted': z.strictObject({ path: word, order: z.enum(['ascending', 'descending']) }).optional(),
  /** Ours: these values are there in this order, possibly with others in between. */
  'x-sequence': z.strictObject({ path: word, values: z.array(json).min(1) }).optional(),
  /** Ours: the text is in no member's name and in no value. */
  'x-nowhere': text.optional(),
})
export type NamedAssertion = z.infer<typeof namedAssertion>

/** Ours: an answer that makes the test inapplicable to this agent, and why. */
const skipIf = z.strictObject({ path: word, match: assertion, reason: text })

const after = {
  'x-skip-if': skipIf.optional(),
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

/** Ours: the step is sent without the user's credentials, or the test requires them. */
const credentials = z.enum(['none', 'required'])

/** Ours: names that other tests prove: where such a test has failed, a failure of this step does not count again. */
const needs = { 'x-needs': labels.optional() }

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
        .refine(isUntil, 'isn’t a condition such as "status.state == TASK_STATE_COMPLETED"'),
      max_attempts: z.int().min(1).max(maxStepAttempts).default(10),
      delay_ms: z.int().min(0).max(maxStepDelayMs).default(1_000),
      backoff: z.enum(['none', 'linear', 'exponential']).default('none'),
    })
    .optional(),
  /** Ours: replace the headers that would be sent. */
  'x-headers': z.record(word, text).optional(),
  ...needs,
  /** Ours: a requirement of the test: where it is not fulfilled, the test is inconclusive. */
  'x-setup': z.literal(true).optional(),
  'x-credentials': credentials.optional(),
  /** Ours: the stream continues during the next steps, until a step with `x-await`. */
  'x-background': z.literal(true).optional(),
  /** Ours: closes the stream after this many events. */
  'x-cut-after': z.int().min(1).optional(),
  /** Ours: pause between two reads of a response over HTTP. */
  'x-read-pause-ms': z.int().min(1).max(maxReadPauseMs).optional(),
  /** Ours: sent over each interface of the agent, and compared with the answer of the interface under test. */
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
  'x-credentials': credentials.optional(),
})
export type RawStep = z.infer<typeof rawStep>

const assertionStep = z.strictObject({ ...common, assertion: namedAssertion })

/** For clients: cannot be tested against an agent. */
const clientStep = z.strictObject({
  ...common,
  client_response: z.strictObject({ operation: z.enum(names), wire_payload: json }),
  expect_parsed: assertion,
  assertions: z.array(namedAssertion).optional(),
})

/** Ours: the events of a stream that was begun with `x-background`, once it has ended. */
const awaitStep = z.strictObject({
  ...common,
  'x-await': label,
  ...needs,
  expect_stream: expectStream.optional(),
  /** An earlier awaited stream that ended with the same events: as many as both have, except the first of each. */
  'x-ends-like': label.optional(),
})
export type AwaitStep = z.infer<typeof awaitStep>

/** Ours: a stream that was begun with `x-background` is still open. */
const openStep = z.strictObject({ ...common, 'x-still-open': label })
export type OpenStep = z.infer<typeof openStep>

/** Ours: a signature of the card verifies with the keys that it names. */
const signatureStep = z.strictObject({ ...common, 'x-signature': z.literal('valid') })

/** Ours: calls to the webhook of this test. */
const webhookStep = z.strictObject({
  ...common,
  'x-webhook': z.strictObject({
    count_gte: z.int().min(1).default(1),
    within_ms: z.int().min(1).max(maxStepDelayMs).default(10_000),
    each: assertion.optional(),
    any: assertion.optional(),
    headers: z.record(word, assertion).optional(),
    /** Each notification was sent this often, including refused attempts. */
    same_gte: z.int().min(1).optional(),
  }),
})
export type WebhookStep = z.infer<typeof webhookStep>

/** What must have occurred for a rule of Parley's to have judged it. */
const seenKinds = [
  'card',
  'task',
  'status',
  'message',
  'artifact',
  'part',
  'timestamp',
  'reply',
  'result',
  'error',
  'stream',
  'list',
  'webhook',
  'push-config',
] as const
export type SeenKind = (typeof seenKinds)[number]

/** Ours: findings on the whole run; evaluated at its end. */
const findingsStep = z.strictObject({
  ...common,
  'x-findings': z.strictObject({ none: z.array(word).min(1), seen: z.enum(seenKinds) }),
})

export const step = z.preprocess(
  withExpectedError,
  z.union([
    operationStep,
    rawStep,
    assertionStep,
    clientStep,
    awaitStep,
    openStep,
    webhookStep,
    signatureStep,
    findingsStep,
  ]),
)
export type Step = z.infer<typeof step>

/** Drafts use `expect: { error: … }` for `expect_error`. */
function withExpectedError(value: unknown): unknown {
  if (!isMembers(value) || !isMembers(value['expect'])) return value
  const { expect, ...others } = value
  return isMembers(expect) && isMembers(expect['error']) ? { ...others, expect_error: {} } : value
}

type Members = Readonly<Record<string, unknown>>

/** Renames a member of a draft. */
function renamed(members: Members, from: string, to: string): Members {
  const { [from]: value, ...others } = members
  return value === undefined ? members : { [to]: value, ...others }
}

/** A status or headers alone are not a body, but `{ status: { state: … } }` is. */
function isWhole(value: Members): boolean {
  const { status } = value
  return 'body' in value || 'headers' in value || (status !== undefined && !isStatusOfTask(status))
}

function isStatusOfTask(status: unknown): boolean {
  return isMembers(status) && ('state' in status || 'message' in status)
}
