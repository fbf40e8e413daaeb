// What a tap has for the webhooks of its callers: which there are, and the ways to them. The connection is looked at again once it is
// made, because a name may lead anywhere.

import { isLoopback } from '../../../is-loopback.ts'
import { type AgentSide, createAgentSide } from '../agent-side.ts'
import type { ForwardPlan } from '../messages.ts'
import type { PassDeps } from '../pass.ts'
import { plainAddress } from '../routes.ts'
import { createCallersWebhooks } from './callers-webhooks.ts'

export type OpenWebhooks = ReturnType<typeof openWebhooks>

export function openWebhooks(plan: ForwardPlan, isOwn: PassDeps['isOwn'], address: () => string) {
  const near = createAgentSide(plan.profile, isOwn)
  const far = createAgentSide(
    plan.profile,
    (at, port) => isOwn(at, port) || isLoopback(plainAddress(at ?? '')),
  )
  return {
    webhooks: createCallersWebhooks({ plan, address, isOwn }),
    webhookSide: (isFar: boolean): AgentSide => (isFar ? far : near),
    close(): void {
      near.close()
      far.close()
    },
  }
}
