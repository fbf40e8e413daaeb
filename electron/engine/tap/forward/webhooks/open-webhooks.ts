// What a tap has for the webhooks of its callers: which there are, and the ways to them. The connection is looked at again once it is
// made, because a name may lead anywhere.

import { isLoopback } from '../../../is-loopback.ts'
import { type AgentSide, createAgentSide } from '../agent-side.ts'
import type { ForwardPlan } from '../messages.ts'
import type { PassDeps } from '../pass.ts'
import { plainAddress } from '../routes.ts'
import { type CallersWebhooks, createCallersWebhooks } from './callers-webhooks.ts'

export interface OpenWebhooks {
  readonly webhooks: CallersWebhooks
  readonly webhookSide: (isFar: boolean) => AgentSide
  close(): void
}

export function openWebhooks(
  plan: ForwardPlan,
  isOwn: PassDeps['isOwn'],
  address: () => string,
): OpenWebhooks {
  const near = createAgentSide(plan.profile, isOwn)
  const far = createAgentSide(
    plan.profile,
    (at, port) => isOwn(at, port) || isLoopback(plainAddress(at ?? '')),
  )
  return {
    webhooks: createCallersWebhooks({ plan, address, isOwn }),
    webhookSide: (isFar) => (isFar ? far : near),
    close() {
      near.close()
      far.close()
    },
  }
}
