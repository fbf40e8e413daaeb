// The service of push notifications: the receiver, its configurations, and those at agents.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { diagnose, type SilenceFacts } from '#shared/a2a/push/diagnose.ts'
import { values } from '#shared/collections/list.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type { AgentPushList, Diagnosis, PushConfiguration, ReceiverState } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { isRefused } from '#shared/record/exchange-row.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import { requestKeys } from '../discovery/signature/fetch-keys.ts'
import type { Operations } from '../operation.ts'
import { type Clock, systemClock, type TimeSource } from '../platform/clock.ts'
import type { OwnPorts } from '../platform/net.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { hostOf } from './addresses.ts'
import {
  type Configurations,
  createConfigurations,
  openReceiverFile,
  type StoredConfig,
} from './configurations.ts'
import { keySetOf } from './jwt.ts'
import { createPushConfigs, type PushConfigs } from './push-configs.ts'
import { createReceiver, type Receiver, type ReceiverDeps } from './receiver.ts'

/** Entries of a task read to report why no call arrived; of a longer task its last state may be missed. */
const maxDiagnosedEntries = 5_000

export type Push = Awaited<ReturnType<typeof openPush>>

type PushInputs = Inputs['push']

interface PushDeps {
  readonly dataDir: string
  readonly wire: Wire
  readonly record: SessionRecord
  readonly judge: ReceiverDeps['judge']
  readonly currentSession: () => string
  readonly operations: Operations
  readonly discovery: DiscoveryService
  readonly ownPorts: OwnPorts
  readonly clock?: Clock
}

export async function openPush(deps: PushDeps) {
  const { dataDir, wire, record, currentSession, operations, discovery, clock = systemClock } = deps
  const file = await openReceiverFile(dataDir)
  const configurations = createConfigurations(file)
  const receiver = createReceiver({ ...deps, file, configurations, clock })
  const { mask } = wire
  const pushConfigs = createPushConfigs({
    configurations,
    receiver,
    operations,
    discovery,
    record,
    mask,
    clock,
  })
  return {
    receiver,
    configs: pushConfigs,
    configurations,
    async forget({ configId }: PushInputs['forget']): Promise<ReceiverState> {
      await configurations.forget(configId)
      pushConfigs.forgotten(configId)
      return receiver.state()
    },
    forgetAgent: configurations.forgetAgent,
    async answerWith({ configId, plan }: PushInputs['answerWith']): Promise<PushConfiguration> {
      return receiver.view(await configurations.change(configId, { plan }))
    },
    useKeys: createUseKeys({ wire, currentSession, configurations, receiver }),
    diagnose: createDiagnosis({ configurations, receiver, configs: pushConfigs, discovery, record, clock }),
    close: receiver.close,
  }
}

interface UseKeysDeps {
  readonly wire: Pick<Wire, 'request' | 'addresses'>
  readonly currentSession: () => string
  readonly configurations: Configurations
  readonly receiver: Receiver
}

/** Sets the keys that verify a configuration's JWTs from now on. */
function createUseKeys({ wire, currentSession, configurations, receiver }: UseKeysDeps) {
  async function fetched(address: string, agentId: string, signal: AbortSignal | undefined): Promise<string> {
    const rawAnswer = requestKeys(wire, {
      ...{ agentId, signal, url: address },
      sessionId: currentSession(),
      purpose: 'card',
      label: 'GET keys of notifications',
    })
    const outcome = await rawAnswer.done
    if (outcome.kind === 'failure') {
      throw new Fault('unavailable', `The keys could not be fetched. ${outcome.failure.message}`)
    }
    if (outcome.kind === 'body' && outcome.status === 200) return Buffer.from(outcome.body).toString('utf8')
    const status = outcome.kind === 'body' ? outcome.status : outcome.httpStatus
    throw new Fault('unavailable', `The address of the keys answered ${status}.`)
  }

  return async (
    { configId, keys, issuer }: Inputs['push']['useKeys'],
    signal?: AbortSignal,
  ): Promise<PushConfiguration> => {
    const config = configurations.get(configId)
    if (keys.kind === 'none') {
      const { keys: _, ...without } = config
      return receiver.view(await configurations.replace(without))
    }
    const text = keys.kind === 'text' ? keys.text : await fetched(keys.address, config.agentId, signal)
    const set = keySetOf(text)
    if (set === undefined) {
      throw new Fault(
        'bad-input',
        'That isn’t a JSON Web Key Set: an object with the member “keys” was expected.',
      )
    }
    const stored: StoredConfig['keys'] = {
      from: keys.kind === 'address' ? wire.addresses.addresses(keys.address, 'called') : 'pasted',
      text,
      count: set.keys.length,
      ...defined({ issuer }),
    }
    return receiver.view(await configurations.change(configId, { keys: stored }))
  }
}

// Collects facts about a configuration without calls, for `diagnose`. Requests to the agent and to our own address are
// sent only when the user requested a diagnosis.

interface DiagnosisDeps {
  readonly configurations: Configurations
  readonly receiver: Receiver
  readonly configs: PushConfigs
  readonly discovery: DiscoveryService
  readonly record: SessionRecord
  readonly clock: TimeSource
}

function createDiagnosis(deps: DiagnosisDeps) {
  const { configurations, receiver, configs: pushConfigs, discovery, record, clock } = deps

  async function taskFacts({ taskId, agentId }: StoredConfig): Promise<SilenceFacts['task']> {
    if (taskId === undefined) return undefined
    const { entries } = await record.read({ after: 0, limit: maxDiagnosedEntries, filter: { taskId } })
    const bodies = (hash: string) => new TextDecoder().decode(record.body(hash)?.bytes)
    const projection = new Projection(createReading({ dialectOf, bodies }))
    projection.apply(entries)
    for (const task of values(projection.snapshot().tasks)) {
      if (task.taskId !== taskId || (task.agentId !== undefined && task.agentId !== agentId)) continue
      const event = task.statusEvent === undefined ? undefined : task.events.at(task.statusEvent)
      if (task.status && event) return { state: task.status.state, since: event.first.at }
    }
    return undefined
  }

  async function listed(
    config: StoredConfig,
    signal: AbortSignal | undefined,
  ): Promise<Pick<SilenceFacts, 'listed' | 'returned'>> {
    const { agentId, taskId, agentConfigId, id } = config
    if (config.standing === 'refused') return { returned: returnedIn(record, config.exchangeId) }
    if (taskId === undefined || !mayBeCalled(config)) return {}
    const { configs, problem, exchangeId }: AgentPushList = await pushConfigs
      .list({ agentId, taskId }, signal)
      .catch(() => ({ configs: [], problem: 'not in this version' }))
    if (problem !== undefined) return { listed: 'no-answer', returned: returnedIn(record, exchangeId) }
    const isThere = configs.some((each) => each.configId === id || each.agentConfigId === agentConfigId)
    return { listed: isThere ? 'there' : 'gone' }
  }

  async function ownCall({ url }: StoredConfig): Promise<SilenceFacts['ownCall']> {
    if (!receiver.isListening()) return undefined
    const base = url.replace(/\/hook\/[\w-]+$/, '')
    return (await receiver.callOwn(base)).outcome
  }

  return async ({ configId }: { readonly configId: string }, signal?: AbortSignal): Promise<Diagnosis> => {
    const config = configurations.get(configId)
    const { createdAt, sentAt, calls, standing, sentence, exchangeId, url, agentId } = config
    const { silentSince } = receiver.view(config)
    const discovered = discovery.current(agentId)
    const agent = discovered?.found ? discovered : undefined
    const parsed = URL.parse(url)
    const [task, list, call] = await Promise.all([taskFacts(config), listed(config, signal), ownCall(config)])
    return diagnose({
      configId,
      now: clock.wallMs(),
      createdAt,
      sentAt,
      silentSince,
      calls,
      standing,
      answered: sentence,
      exchangeId,
      given: { host: parsed?.hostname ?? '', hostAndPort: parsed?.host ?? '' },
      agentHost: hostOf(agent?.connection?.interface.url),
      declaresPush: agent?.card.capabilities.pushNotifications,
      listening: receiver.isListening(),
      reachable: receiver.view(config).unreachable !== true,
      wokeAt: receiver.wokeAt(),
      ...defined({ task }),
      noise: receiver.state().noise.latest.filter(({ at }) => at > createdAt).length,
      ...list,
      ownCall: call,
    })
  }
}

function returnedIn(record: SessionRecord, exchangeId: string | undefined): SilenceFacts['returned'] {
  record.flush()
  const row = exchangeId === undefined ? undefined : record.exchanges.row(exchangeId)
  if (row?.state !== 'done' || !isRefused(row)) return undefined
  const { id, code, status, problem: message, label: method, operation } = row
  const isRegistration = operation !== 'push-list' && operation !== 'push-get'
  return { code, status, message, method, isRegistration, exchangeId: id }
}
