// What a tap has for the webhooks of its callers: which there are, and the ways to them. The connection is looked at again once it is
// made, because a name may lead anywhere.

import { isLoopback } from '../../../is-loopback.ts'
import { type AgentSide, createAgentSide } from '../agent-side.ts'
import type { ForwardPlan } from '../messages.ts'
import { isHere, isOwnPlace } from '../routes.ts'
import { type CallersWebhooks, createCallersWebhooks } from './callers-webhooks.ts'

interface Own {
  /** Of every tap that listens, by its port. */
  readonly hosts: ReadonlyMap<number, string>
  /** Of what else listens here. */
  readonly ownPorts: ReadonlySet<number>
}

export interface OpenWebhooks {
  readonly webhooks: CallersWebhooks
  readonly webhookSide: (isFar: boolean) => AgentSide
  close(): void
}

export function openWebhooks(
  plan: ForwardPlan,
  { hosts, ownPorts }: Own,
  address: () => string,
): OpenWebhooks {
  const isOwn = (at: string | undefined, port: number | undefined) =>
    isOwnPlace(at, port, hosts) || (at !== undefined && ownPorts.has(port ?? 0) && isHere(at))
  const near = createAgentSide(plan.profile, isOwn)
  const far = createAgentSide(plan.profile, (at, port) => isOwn(at, port) || isLoopback(plain(at)))
  return {
    webhooks: createCallersWebhooks({ plan, address, isOwn }),
    webhookSide: (isFar) => (isFar ? far : near),
    close() {
      near.close()
      far.close()
    },
  }
}

function plain(address = ''): string {
  return address.replace(/^::ffff:/i, '')
}
