// Where the push notifications of tests arrive: each test has an address of its own at the receiver, as long as it runs.

import { randomUUID } from 'node:crypto'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { Test } from '#shared/checks/suite.ts'
import type { Connection } from '#shared/contract/card.ts'
import { usualPlan } from '../receiver/answer-plan.ts'
import { baseUrlFor } from '../receiver/base-url.ts'
import { hookUrl } from '../receiver/configurations.ts'
import type { PassingCall } from '../receiver/passing-configurations.ts'
import { createProof, madeSecret } from '../receiver/proof.ts'
import type { Push } from '../receiver/push.ts'
import { createChanged } from '../store/changed.ts'
import type { Wire } from '../wire/wire.ts'
import type { Target } from './ask.ts'
import type { Webhook, WebhookCall } from './hold-webhook.ts'

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

/** Calls to the webhook of one test that it looks at; the record has all. */
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

/** Only what the test hands over can come back. */
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
