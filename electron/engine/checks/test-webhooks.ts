// Where the push notifications of tests arrive: each test has an address of its own at the receiver, as long as it runs.

import type { Connection } from '#shared/contract/card.ts'
import type { Target } from './ask.ts'
import type { Webhook } from './run-test.ts'

interface TestWebhook extends Webhook {
  /** Undefined while the receiver is off. */
  readonly url: string | undefined
  end(): void
}

export interface TestWebhooks {
  begin(target: Target, way: Connection): TestWebhook
}

export function createTestWebhooks(): TestWebhooks {
  return { begin: () => ({ url: undefined, calls: async () => [], end: () => undefined }) }
}
