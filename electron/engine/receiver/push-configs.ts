// Push configurations at agents: registered, read and deleted there.

import type { PushConfig } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import type { AgentPushList, PushConfiguration, PushOptions } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { taskIdOf, updatesOf } from '#shared/story/updates-of.ts'
import { type Operations, type Performed, resultOf } from '../operation.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Outcome } from '../wire/wire.ts'
import type { StoredConfig } from './configurations.ts'
import { createPreparedConfigs, learnSecrets, type PreparedDeps } from './prepared-configs.ts'

type PushInputs = Inputs['push']
type TaskOf = PushInputs['list']
type Elsewhere = Extract<Operation, { kind: 'push-create' | 'push-delete' }>

/** Configurations that an agent lists for a task; the wire has all. */
const maxAgentConfigs = 200

interface PushConfigsDeps extends PreparedDeps {
  readonly operations: Operations
  readonly record: Pick<SessionRecord, 'flush' | 'exchanges'>
}

export type PushConfigs = ReturnType<typeof createPushConfigs>

export function createPushConfigs(deps: PushConfigsDeps) {
  const { configurations, receiver, operations, mask, clock } = deps
  const prepared = createPreparedConfigs(deps)
  const change = async (configId: string, changes: Partial<StoredConfig>): Promise<PushConfiguration> =>
    receiver.view(await configurations.change(configId, changes))
  const request = (kind: 'push-get' | 'push-delete', config: StoredConfig, signal?: AbortSignal) => {
    const { agentId, taskId } = taskOf(config)
    return operations.perform(agentId, { kind, taskId, configId: config.agentConfigId }, { signal })
  }
  const register = async (config: StoredConfig, signal?: AbortSignal): Promise<PushConfiguration> => {
    const sentAt = clock.wallMs()
    const { agentId, taskId } = taskOf(config)
    const whole = { ...prepared.whole(config), taskId }
    const performed = await operations.perform(
      agentId,
      { kind: 'push-create', taskId, config: whole },
      { signal },
    )
    prepared.forgetSecrets(config.id)
    const standing = standingAfter(performed, config, mask.text)
    return change(config.id, { ...standing, sentAt, answeredAt: clock.wallMs() })
  }

  return {
    ...createAlong(deps, prepared),
    ...createAgentConfigs(deps),
    forgotten: prepared.forgetSecrets,
    async prepare({ agentId, options }: PushInputs['prepare']): Promise<PushConfiguration> {
      return receiver.view(await prepared.make({ agentId }, options))
    },
    async set({ options, ...task }: PushInputs['set'], signal?: AbortSignal): Promise<PushConfiguration> {
      return register(await prepared.make(task, options, signal), signal)
    },
    async get({ configId }: PushInputs['get'], signal?: AbortSignal): Promise<PushConfiguration> {
      const config = configurations.get(configId)
      return change(configId, standingAfter(await request('push-get', config, signal), config, mask.text))
    },
    async delete({ configId }: PushInputs['delete'], signal?: AbortSignal): Promise<PushConfiguration> {
      const { answer, outcome } = await request('push-delete', configurations.get(configId), signal)
      const { exchangeId } = answer
      if (!resultOf(outcome))
        return change(configId, {
          sentence: `It is still there. ${refusalOf(outcome, mask.text)}`,
          exchangeId,
        })
      return change(configId, { standing: 'deleted', sentence: 'The agent deleted it.', exchangeId })
    },
    async offerAgain(
      { configId }: PushInputs['offerAgain'],
      signal?: AbortSignal,
    ): Promise<PushConfiguration> {
      const before = configurations.get(configId)
      const config = await prepared.make(taskOf(before), optionsLike(before), signal)
      await configurations.change(config.id, { plan: before.plan, ...defined({ keys: before.keys }) })
      const answered = await register(config, signal)
      // The agent stores one configuration per id: the new one has replaced the old one.
      if (answered.standing === 'confirmed') await configurations.forget(before.id)
      return answered
    },
  }
}

/** Configurations sent with a message. */
function createAlong(
  { configurations, record, mask, clock }: PushConfigsDeps,
  { whole, forgetSecrets }: ReturnType<typeof createPreparedConfigs>,
) {
  return {
    /** The configuration for a message, with its secrets: only for the wire. */
    along(configId: string): PushConfig {
      const config = whole(configurations.get(configId))
      const sentence = 'It was sent with a message; the agent’s response isn’t finished yet.'
      const sentAt = clock.wallMs()
      configurations.changeSoon(configId, () => ({ standing: 'sent', sentence, sentAt }))
      return config
    },
    async sentAlong(configId: string, performed: Performed): Promise<void> {
      forgetSecrets(configId)
      record.flush()
      const streamed = record.exchanges.row(performed.answer.exchangeId)?.taskId
      const standing = standingAlong(performed, streamed, mask.text)
      await configurations.change(configId, { ...standing, answeredAt: clock.wallMs() })
    },
  }
}

/** Configurations at an agent, by any client. */
function createAgentConfigs({ configurations, operations, mask }: PushConfigsDeps) {
  const list = async ({ agentId, taskId }: TaskOf, signal?: AbortSignal): Promise<AgentPushList> => {
    const { answer, outcome } = await operations.perform(agentId, { kind: 'push-list', taskId }, { signal })
    const { exchangeId } = answer
    const result = resultOf(outcome)
    if (result?.kind !== 'push-configs') {
      return { exchangeId, configs: [], problem: refusalOf(outcome, mask.text) }
    }
    const configs = result.page.configs.slice(0, maxAgentConfigs).map((config) => {
      const existing = configurations.byPath(URL.parse(config.url)?.pathname ?? '')
      return {
        agentConfigId: mask.text(config.id ?? ''),
        url: mask.text(config.url),
        token: config.token !== undefined && config.token !== '',
        ...(config.authentication && { scheme: mask.text(config.authentication.scheme) }),
        ...(existing?.agentId === agentId && { configId: existing.id }),
      }
    })
    return { exchangeId, configs }
  }
  return {
    list,
    async deleteAtAgent(
      { agentId, taskId, agentConfigId }: PushInputs['deleteAtAgent'],
      signal?: AbortSignal,
    ) {
      const operation = { kind: 'push-delete', taskId, configId: agentConfigId } as const
      const { outcome } = await operations.perform(agentId, operation, { signal })
      const listed = await list({ agentId, taskId }, signal)
      return resultOf(outcome) ? listed : { ...listed, problem: refusalOf(outcome, mask.text) }
    },
    /** About a foreign webhook: nothing is stored here. */
    async elsewhere(agentId: string, operation: Elsewhere, signal?: AbortSignal): Promise<CallOutcome> {
      if (operation.kind === 'push-create') learnSecrets(mask, operation.config)
      return (await operations.perform(agentId, operation, { signal })).answer
    },
  }
}

function taskOf({ agentId, taskId }: StoredConfig): TaskOf {
  if (taskId !== undefined) return { agentId, taskId }
  throw new Fault('conflict', 'Its task is not known yet: no answer and no call has named it.')
}

/** For a replacement with new secrets. */
function optionsLike({ agentConfigId, token, scheme, credentials }: StoredConfig): PushOptions {
  return {
    agentConfigId,
    token: { kind: token ? 'made' : 'none' },
    ...(scheme !== undefined && {
      authentication: { scheme, ...(credentials ? {} : { credentials: null }) },
    }),
  }
}

// Explains an agent's response about a push configuration in a sentence.

type Mask = (text: string) => string
type Standing = Pick<StoredConfig, 'standing' | 'sentence'> & Partial<StoredConfig>

function standingAfter({ answer, outcome }: Performed, config: StoredConfig, mask: Mask): Standing {
  const { exchangeId } = answer
  const result = resultOf(outcome)
  if (result?.kind !== 'push-config') {
    const unsaid = config.standing === 'confirmed' ? 'confirmed' : 'sent'
    return {
      standing: isRefusal(outcome) ? 'refused' : unsaid,
      sentence: refusalOf(outcome, mask),
      exchangeId,
    }
  }
  const { id } = result.config
  return {
    standing: 'confirmed',
    sentence: confirmation(result.config, config, mask),
    exchangeId,
    ...(id !== undefined && id !== '' && { agentConfigId: id }),
  }
}

/** After it was sent with a message: agents do not confirm that. `streamed` is the task of the stream, also of a broken one. */
function standingAlong({ answer, outcome }: Performed, streamed: string | undefined, mask: Mask): Standing {
  const { exchangeId } = answer
  const sentence =
    'It was sent with a message. The agent accepted the message, but its response doesn’t mention the configuration.'
  if (outcome.kind === 'stream' || (outcome.kind === 'failure' && streamed !== undefined)) {
    return {
      standing: 'sent',
      sentence,
      exchangeId,
      ...defined({ taskId: streamed }),
    }
  }
  const result = resultOf(outcome)
  if (result === undefined) {
    const standing = isRefusal(outcome) ? 'refused' : 'sent'
    return { standing, sentence: refusalOf(outcome, mask), exchangeId }
  }
  const [update] = updatesOf(result)
  const taskId = update === undefined ? '' : taskIdOf(update)
  if (taskId === '') {
    const nothing = 'The agent returned a message and no task: there is nothing to notify about.'
    return { standing: 'sent', sentence: nothing, exchangeId }
  }
  return { standing: 'sent', sentence, exchangeId, taskId }
}

function refusalOf(outcome: Outcome, mask: Mask): string {
  if (outcome.kind === 'failure') return mask(outcome.failure.message)
  if (outcome.kind === 'stream') return 'The agent answered with a stream instead of a single response.'
  const { decoded, httpStatus } = outcome
  switch (decoded.kind) {
    case 'error': {
      const { code, message } = decoded.error
      const status = `HTTP ${decoded.error.httpStatus ?? httpStatus}`
      if (code === undefined && message.startsWith(status))
        return `The agent answered ${shorten(mask(message))}.`
      const number = code ?? status
      const unsupported = code === -32003 ? ' It says that it does no push notifications.' : ''
      return `The agent refused (${number}): ${shorten(mask(message))}.${unsupported}`.replace('..', '.')
    }
    case 'unreadable':
      return `The agent's answer cannot be read: ${shorten(mask(decoded.reason))}.`.replace('..', '.')
    case 'result':
      return `The agent answered with a ${decoded.result.kind}, which says nothing about it.`
  }
}

function confirmation({ id, url }: PushConfig, config: StoredConfig, mask: Mask): string {
  if (url !== config.url) return `The agent keeps another address: ${shorten(mask(url))}.`
  if (id === undefined || id === '') return 'The agent stored it without an ID.'
  if (id !== config.agentConfigId) return `The agent keeps it under its own id, ${shorten(mask(id))}.`
  return 'The agent stored it as given.'
}

/** Refused by the agent itself: after a failed connection or an invalid response, its state is unknown. */
function isRefusal(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && outcome.decoded.kind === 'error'
}
