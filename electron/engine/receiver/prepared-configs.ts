// New push configurations. Their secrets are in memory only until they are sent to the agent; then a proof remains,
// which recognizes the secret in a call.

import { randomUUID } from 'node:crypto'
import type { PushConfig } from '#shared/a2a/model.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { PushOptions } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { TimeSource } from '../platform/clock.ts'
import type { Wire } from '../wire/wire.ts'
import { baseUrlFor } from './addresses.ts'
import { type Configurations, hookUrl, type StoredConfig } from './configurations.ts'
import { createProof, madeSecret } from './proof.ts'
import type { Receiver } from './receiver.ts'
import { usualPlan } from './response-plan.ts'

export interface PreparedDeps {
  readonly configurations: Configurations
  readonly receiver: Receiver
  readonly discovery: DiscoveryService
  readonly mask: Wire['mask']
  readonly clock: TimeSource
}

interface Secrets {
  readonly token?: string
  readonly authentication?: { readonly scheme: string; readonly credentials?: string }
}

export function createPreparedConfigs(deps: PreparedDeps) {
  const { configurations, receiver, discovery, mask, clock } = deps
  const unsent = new Map<string, Secrets>()
  return {
    async make(
      { agentId, taskId }: Pick<StoredConfig, 'agentId' | 'taskId'>,
      options: PushOptions,
      signal?: AbortSignal,
    ): Promise<StoredConfig> {
      if (!receiver.isListening()) {
        throw new Fault('conflict', 'The calls would be lost: turn the webhook receiver on first.')
      }
      const connection = await discovery.connection(agentId, signal)
      const id = randomUUID()
      const secrets = secretsFor(options)
      const pathKey = madeSecret()
      const base = options.baseUrl ?? baseUrlFor(receiver.addresses(), connection?.interface.url)
      const config: StoredConfig = {
        ...{ id, agentId, pathKey },
        ...defined({ taskId }),
        url: hookUrl(base, pathKey),
        agentConfigId: options.agentConfigId ?? `parley-${id.slice(0, 8)}`,
        ...proofsOf(secrets),
        ...defined({ dialect: connection?.dialect }),
        standing: 'prepared',
        sentence: 'Not sent to the agent yet.',
        createdAt: clock.wallMs(),
        calls: 0,
        plan: usualPlan,
      }
      await configurations.add(config)
      unsent.set(id, secrets)
      learnSecrets(mask, secrets)
      return config
    },
    /** With its secrets: only for the wire. */
    whole({ id, url, agentConfigId }: StoredConfig): PushConfig {
      const secrets = unsent.get(id)
      if (secrets) return { id: agentConfigId, url, ...secrets }
      throw new Fault(
        'conflict',
        'This configuration was sent before. Register it again to create new secrets.',
      )
    },
    /** Called once it was sent or deleted. */
    forgetSecrets: (configId: string) => void unsent.delete(configId),
  }
}

export function learnSecrets(mask: Wire['mask'], { token, authentication }: Secrets | PushConfig): void {
  for (const value of [token, authentication?.credentials]) if (value !== undefined) mask.learn(value)
}

function secretsFor({ token = { kind: 'made' }, authentication }: PushOptions): Secrets {
  const own = token.kind === 'none' ? undefined : token.kind === 'typed' ? token.token : madeSecret()
  const { scheme, credentials = madeSecret() } = authentication ?? {}
  return {
    ...defined({ token: own }),
    ...(scheme !== undefined && {
      authentication: { scheme, ...(credentials !== null && { credentials }) },
    }),
  }
}

function proofsOf({ token, authentication }: Secrets): Partial<StoredConfig> {
  const { scheme, credentials } = authentication ?? {}
  return {
    ...(token !== undefined && { token: createProof(token) }),
    ...defined({ scheme }),
    ...(credentials !== undefined && { credentials: createProof(credentials) }),
  }
}
