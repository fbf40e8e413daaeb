// Push configurations at the agents: made here, registered there, read back, deleted. Token and credentials are known in the
// clear only from when they are made until they were sent; after that a proof is left.

import { randomUUID } from 'node:crypto'
import type { PushConfig } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import type { AgentPushList, PushConfiguration, PushOptions } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import type { Clock } from '../clock.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import { type Operations, type Performed, resultOf } from '../operation.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { usualPlan } from './answer-plan.ts'
import { baseUrlFor } from './base-url.ts'
import { type Configurations, hookUrl } from './configurations.ts'
import { createProof, madeSecret } from './proof.ts'
import { refusalOf, standingAfter, standingAlong } from './push-answers.ts'
import type { Receiver } from './receiver.ts'
import type { StoredConfig } from './stored.ts'

type Asked = Inputs['push']
type TaskOf = Asked['list']
type Elsewhere = Extract<Operation, { kind: 'push-create' | 'push-delete' }>

/** Configurations that an agent lists for a task; the wire has all. */
const maxAgentConfigs = 200

export type PushDesk = ReturnType<typeof createPushDesk>

export interface PushDeskDeps {
  readonly configurations: Configurations
  readonly receiver: Receiver
  readonly operations: Operations
  readonly discovery: DiscoveryService
  readonly record: Pick<SessionRecord, 'flush' | 'exchanges'>
  readonly mask: Wire['mask']
  readonly clock: Clock
}

interface Secrets {
  readonly token?: string
  readonly authentication?: { readonly scheme: string; readonly credentials?: string }
}

export function createPushDesk(deps: PushDeskDeps) {
  const { configurations, receiver, operations, discovery, record, mask, clock } = deps
  /** Of configurations that have not been sent yet. */
  const unsent = new Map<string, Secrets>()

  const made = async (
    agentId: string,
    taskId: string | undefined,
    options: PushOptions,
    signal: AbortSignal | undefined,
  ): Promise<StoredConfig> => {
    if (!receiver.isListening()) {
      throw new Fault('conflict', 'The calls would be lost: turn the webhook receiver on first.')
    }
    const connection = await discovery.connection(agentId, signal)
    const id = randomUUID()
    const secrets = secretsFor(options)
    const pathKey = madeSecret()
    const base = options.baseUrl ?? baseUrlFor(receiver.addresses(), connection?.interface.url)
    const config: StoredConfig = {
      id,
      agentId,
      ...defined({ taskId }),
      pathKey,
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
    keepSecrets(id, secrets)
    return config
  }
  const keepSecrets = (id: string, secrets: Secrets) => {
    unsent.set(id, secrets)
    for (const value of [secrets.token, secrets.authentication?.credentials]) {
      if (value !== undefined) mask.learn(value)
    }
  }
  const register = async (
    config: StoredConfig,
    taskId: string,
    signal: AbortSignal | undefined,
  ): Promise<PushConfiguration> => {
    const sentAt = clock.wallMs()
    const performed = await operations.perform(
      config.agentId,
      { kind: 'push-create', taskId, config: { ...asked(config), taskId } },
      { signal },
    )
    unsent.delete(config.id)
    const changes = { ...standingAfter(performed, config, mask.text), sentAt, answeredAt: clock.wallMs() }
    return receiver.view(await configurations.change(config.id, changes))
  }
  const asked = ({ id, url, agentConfigId }: StoredConfig): PushConfig => {
    const secrets = unsent.get(id)
    if (!secrets)
      throw new Fault(
        'conflict',
        'This configuration was sent before. Register it again to create new secrets.',
      )
    return { id: agentConfigId, url, ...secrets }
  }
  const taskOf = (config: StoredConfig): TaskOf => {
    const { agentId, taskId } = config
    if (taskId !== undefined) return { agentId, taskId }
    throw new Fault('conflict', 'Its task is not known yet: no answer and no call has named it.')
  }
  const list = async ({ agentId, taskId }: TaskOf, signal?: AbortSignal): Promise<AgentPushList> => {
    const { answer, outcome } = await operations.perform(agentId, { kind: 'push-list', taskId }, { signal })
    const { exchangeId } = answer
    const result = resultOf(outcome)
    if (result?.kind !== 'push-configs') {
      return { exchangeId, configs: [], problem: refusalOf(outcome, mask.text) }
    }
    const configs = result.page.configs.slice(0, maxAgentConfigs).map((config) => {
      const known = configurations.byPath(URL.parse(config.url)?.pathname ?? '')
      return {
        agentConfigId: mask.text(config.id ?? ''),
        url: mask.text(config.url),
        token: config.token !== undefined && config.token !== '',
        ...(config.authentication && { scheme: mask.text(config.authentication.scheme) }),
        ...(known?.agentId === agentId && { configId: known.id }),
      }
    })
    return { exchangeId, configs }
  }

  return {
    async prepare({ agentId, options }: Asked['prepare']) {
      return receiver.view(await made(agentId, undefined, options, undefined))
    },
    /** What is to go along with a message, secrets and all: never to leave the engine but by the wire. */
    along(configId: string): PushConfig {
      const config = asked(configurations.get(configId))
      const sentence = 'It was sent with a message; the agent’s response isn’t finished yet.'
      const sentAt = clock.wallMs()
      configurations.changeSoon(configId, () => ({ standing: 'sent', sentence, sentAt }))
      return config
    },
    async sentAlong(configId: string, performed: Performed): Promise<void> {
      unsent.delete(configId)
      record.flush()
      const streamed = record.exchanges.row(performed.answer.exchangeId)?.taskId
      await configurations.change(configId, {
        ...standingAlong(performed, streamed, mask.text),
        answeredAt: clock.wallMs(),
      })
    },
    async set({ agentId, taskId, options }: Asked['set'], signal?: AbortSignal) {
      return register(await made(agentId, taskId, options, signal), taskId, signal)
    },
    async get({ configId }: Asked['get'], signal?: AbortSignal) {
      const config = configurations.get(configId)
      const { agentId, taskId } = taskOf(config)
      const performed = await operations.perform(
        agentId,
        { kind: 'push-get', taskId, configId: config.agentConfigId },
        { signal },
      )
      return receiver.view(await configurations.change(configId, standingAfter(performed, config, mask.text)))
    },
    list,
    async delete({ configId }: Asked['delete'], signal?: AbortSignal) {
      const config = configurations.get(configId)
      const { agentId, taskId } = taskOf(config)
      const { answer, outcome } = await operations.perform(
        agentId,
        { kind: 'push-delete', taskId, configId: config.agentConfigId },
        { signal },
      )
      const { exchangeId } = answer
      const changes = resultOf(outcome)
        ? ({ standing: 'deleted', sentence: 'The agent deleted it.', exchangeId } as const)
        : { sentence: `It is still there. ${refusalOf(outcome, mask.text)}`, exchangeId }
      return receiver.view(await configurations.change(configId, changes))
    },
    async deleteAtAgent({ agentId, taskId, agentConfigId }: Asked['deleteAtAgent'], signal?: AbortSignal) {
      const operation = { kind: 'push-delete', taskId, configId: agentConfigId } as const
      const { outcome } = await operations.perform(agentId, operation, { signal })
      const listed = await list({ agentId, taskId }, signal)
      return resultOf(outcome) ? listed : { ...listed, problem: refusalOf(outcome, mask.text) }
    },
    /** About a webhook that is not ours: nothing of it is kept here. */
    async elsewhere(agentId: string, operation: Elsewhere, signal?: AbortSignal): Promise<CallOutcome> {
      if (operation.kind === 'push-create') {
        const { token, authentication } = operation.config
        for (const value of [token, authentication?.credentials]) if (value !== undefined) mask.learn(value)
      }
      return (await operations.perform(agentId, operation, { signal })).answer
    },
    /** It is kept no more: neither are its secrets. */
    forgotten: (configId: string) => void unsent.delete(configId),
    async offerAgain({ configId }: Asked['offerAgain'], signal?: AbortSignal) {
      const before = configurations.get(configId)
      const { agentId, taskId } = taskOf(before)
      const options: PushOptions = {
        agentConfigId: before.agentConfigId,
        token: { kind: before.token ? 'made' : 'none' },
        ...(before.scheme !== undefined && {
          authentication: { scheme: before.scheme, ...(before.credentials ? {} : { credentials: null }) },
        }),
      }
      const config = await made(agentId, taskId, options, signal)
      await configurations.change(config.id, { plan: before.plan, ...defined({ keys: before.keys }) })
      const answered = await register(config, taskId, signal)
      // The agent keeps one configuration of an id: the new one has taken the old one's place.
      if (answered.standing === 'confirmed') await configurations.forget(before.id)
      return answered
    },
  }
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
