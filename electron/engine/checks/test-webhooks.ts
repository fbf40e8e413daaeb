// The webhooks of tests: each has a separate address at the receiver while it runs.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { mismatchOf, mismatchSentence } from '#shared/checks/assertion.ts'
import type { WebhookStep } from '#shared/checks/steps.ts'
import type { Test } from '#shared/checks/suite.ts'
import type { Connection } from '#shared/contract/card.ts'
import { baseUrlFor } from '../receiver/addresses.ts'
import { hookUrl, type PassingCall } from '../receiver/configurations.ts'
import { createProof, madeSecret } from '../receiver/proof.ts'
import type { Push } from '../receiver/push.ts'
import { usualPlan } from '../receiver/response-plan.ts'
import { createChanged } from '../store/change-signal.ts'
import type { Wire } from '../wire/wire.ts'
import type { Target } from './ask.ts'
import { Failed, type StepReply } from './expect.ts'

export interface TestWebhook extends Webhook {
  /** Undefined while the receiver is off. */
  readonly url?: string
  readonly token?: string
  /** For `Authorization: Bearer`. */
  readonly credentials?: string
  end(): void
}

export type TestWebhooks = ReturnType<typeof createTestWebhooks>

export const noWebhook: TestWebhook = { calls: async () => [], end: () => undefined }

/** Calls to the webhook of one test that it reads; the record has all. */
const maxTestCalls = 1_000

interface WebhookDeps {
  readonly push: Pick<Push, 'receiver' | 'configurations'>
  readonly wire: Pick<Wire, 'mask'>
}

export function createTestWebhooks({ push, wire }: WebhookDeps) {
  const { receiver, configurations } = push
  return {
    isListening: receiver.isListening,
    begin(
      { agentId, sessionId }: Target,
      { dialect, interface: { url: agentUrl } }: Connection,
      test: Test,
    ): TestWebhook {
      if (!receiver.isListening()) return noWebhook
      const [token, credentials, pathKey] = [madeSecret(), madeSecret(), madeSecret()]
      for (const secret of [token, credentials]) wire.mask.learn(secret)
      const url = hookUrl(baseUrlFor(receiver.addresses(), agentUrl), pathKey)
      const calls: WebhookCall[] = []
      const changed = createChanged()
      const refuses = test['x-webhook-refuses']
      const end = configurations.passing.add({
        id: randomUUID(),
        agentId,
        sessionId,
        pathKey,
        url,
        agentConfigId: '',
        ...proofsIn(test, token, credentials),
        dialect,
        standing: 'sent',
        sentence: '',
        createdAt: Date.now(),
        calls: 0,
        plan: refuses === undefined ? usualPlan : { answer: { kind: 'status', status: 503 }, calls: refuses },
        onCall(call) {
          if (calls.length < maxTestCalls) calls.push(callOf(call))
          changed.wake()
        },
      })
      return {
        url,
        token,
        credentials,
        end,
        async calls(isEnough, withinMs, signal) {
          const until = performance.now() + withinMs
          for (
            let left = withinMs;
            left > 0 && !isEnough(calls) && !signal.aborted;
            left = until - performance.now()
          ) {
            await changed.wait(left, signal)
          }
          return [...calls]
        },
      }
    },
  }
}

/** Proofs for the values that the test sends. */
function proofsIn({ steps }: Test, token: string, credentials: string) {
  const text = JSON.stringify(steps)
  return {
    ...(text.includes('{{webhookToken}}') && { token: createProof(token) }),
    ...(text.includes('{{webhookCredentials}}') && {
      scheme: 'Bearer',
      credentials: createProof(credentials),
    }),
  }
}

function callOf({ exchangeId, seq, headers, raw }: PassingCall): WebhookCall {
  const named: JsonObject = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  return { exchangeId, seq, headers: named, body: raw }
}

// Compares the calls to a test’s webhook with the expectations of its step.

export interface Webhook {
  /** The calls so far: resolves once there are enough of them, or on the time-out. */
  calls(
    isEnough: (calls: readonly WebhookCall[]) => boolean,
    withinMs: number,
    signal: AbortSignal,
  ): Promise<readonly WebhookCall[]>
}

interface WebhookCall {
  readonly exchangeId: string
  readonly seq: number
  /** With names in lower case. */
  readonly headers: JsonObject
  readonly body: JsonValue
}

export async function holdWebhook(
  step: WebhookStep,
  webhook: Webhook,
  { scope, matches }: Pick<StepReply, 'scope' | 'matches'>,
  signal: AbortSignal,
): Promise<void> {
  const { count_gte, within_ms, each, any, headers, same_gte } = step['x-webhook']
  const missOf = (assertion: JsonValue | undefined, value: JsonValue) =>
    assertion === undefined ? undefined : mismatchOf(scope.filled(assertion), value, matches)
  const isEnough = (calls: readonly WebhookCall[]) =>
    calls.length >= count_gte &&
    (same_gte === undefined || mostAlike(calls) >= same_gte) &&
    (any === undefined || calls.some(({ body }) => !missOf(any, body)))
  const calls = await webhook.calls(isEnough, within_ms, signal)
  const failed = (message: string, call?: WebhookCall) =>
    new Failed({ message, stepId: step.id, ...(call && { exchangeId: call.exchangeId, seq: call.seq }) })
  const within = `within ${within_ms / 1_000} s`
  if (calls.length < count_gte) {
    throw failed(`The webhook was called ${calls.length} times ${within}; expected ${count_gte}.`)
  }
  for (const call of calls) {
    const ofBody = missOf(each, call.body)
    const miss = ofBody ?? missOf(headers as JsonValue | undefined, call.headers)
    if (!miss) continue
    const { failure } = failed(mismatchSentence('A webhook call', miss), call)
    const { path, actual, expected } = miss
    throw new Failed({ ...failure, ...(path !== '' && { path }), actual, expected }, ofBody && 'event')
  }
  if (same_gte !== undefined && mostAlike(calls) < same_gte) {
    throw failed(
      `No notification was sent ${same_gte} times ${within}, though the first try was refused.`,
      calls.at(-1),
    )
  }
  if (any !== undefined && calls.every(({ body }) => missOf(any, body))) {
    throw failed(`None of ${calls.length} webhook calls ${within} is as expected.`, calls.at(-1))
  }
}

function mostAlike(calls: readonly WebhookCall[]): number {
  const counts = calls.map(({ body }) => calls.filter((other) => isDeepStrictEqual(other.body, body)).length)
  return Math.max(0, ...counts)
}
