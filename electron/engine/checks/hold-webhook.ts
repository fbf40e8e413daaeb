// Holds the calls that came to a test’s webhook against what its step expects.

import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { mismatchOf, mismatchSentence } from '#shared/checks/assertion.ts'
import type { WebhookStep } from '#shared/checks/steps.ts'
import { Failed, type Held } from './hold.ts'

/** Where a test's push notifications arrive. */
export interface Webhook {
  /** The calls so far: resolves once there are enough of them, or the time is over. */
  calls(
    isEnough: (calls: readonly WebhookCall[]) => boolean,
    withinMs: number,
    signal: AbortSignal,
  ): Promise<readonly WebhookCall[]>
}

export interface WebhookCall {
  readonly exchangeId: string
  readonly seq: number
  /** By their names in small letters. */
  readonly headers: JsonObject
  readonly body: JsonValue
}

export async function holdWebhook(
  step: WebhookStep,
  webhook: Webhook,
  { scope, matches }: Pick<Held, 'scope' | 'matches'>,
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
