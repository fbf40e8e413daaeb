// What is said of the webhook that a request through a tap names: both addresses where the tap stands between, else that it bypasses the tap.

import { randomUUID } from 'node:crypto'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { PushConfig } from '#shared/a2a/model.ts'
import { type Operation, webhookOf } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import { createProof } from '../../receiver/proof.ts'
import type { FoundCall } from '../../sessions/har/a2a-call.ts'
import { taskOfOperation } from '../../wire/call-facts.ts'
import type { Secrets } from '../../wire/secrets.ts'
import type { Asked } from '../forward/messages.ts'
import { isGrpc } from '../grpc/grpc-call.ts'
import type { TapWebhook, WebhooksOfTap } from './kept-webhooks.ts'

interface Deps {
  readonly secrets: Secrets
  readonly webhooks: WebhooksOfTap
  readonly agentId: string
  /** Push notifications to this address, masked, don't come through the tap. */
  readonly onBypass: (url: string) => void
}

/** Before the request is recorded: what its address carries is then masked in it, too. */
export function noteWebhook(deps: Deps, { facts, operation }: FoundCall, asked: Asked): string | undefined {
  const { webhook, webhookKept: why } = asked
  const config = operation && webhookOf(operation)
  if (!config || !operation) {
    // Of what can't be read nobody knows.
    if (why === undefined || operation || isGrpc(asked.headers)) return undefined
    return `If this request names a webhook, its push notifications bypass the tap. ${why}`
  }
  const to = deps.secrets.url(config.url, 'ours')
  if (webhook) {
    const { address, ...known } = webhook
    if (!deps.webhooks.find(known.key))
      deps.webhooks.add({
        ...known,
        id: randomUUID(),
        agentId: deps.agentId,
        ...registeredIn(config, operation),
        ...defined({ dialect: facts.dialect }),
        ...callerOf(asked),
      })
    return `The agent was given ${deps.secrets.url(address, 'ours')} for push notifications, an address of the tap, in place of ${to}.`
  }
  deps.onBypass(to)
  return why === undefined ? undefined : `Push notifications to ${to} bypass the tap. ${why}`
}

function registeredIn({ token, authentication }: PushConfig, operation: Operation): Partial<TapWebhook> {
  const { scheme, credentials } = authentication ?? {}
  return {
    ...taskOfOperation(operation),
    ...(token !== undefined && { token: createProof(token) }),
    ...defined({ scheme }),
    ...(credentials !== undefined && { credentials: createProof(credentials) }),
  }
}

function callerOf({ caller, headers }: Asked): Pick<TapWebhook, 'caller' | 'program'> {
  const program = headerOf(headers, 'user-agent')
  return { caller, ...defined({ program }) }
}
