// Gathers what can be known about a configuration that nobody called, for `diagnose` to say why. Asking the agent and calling
// our own address is done here because a user asked why; looking alone does neither.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { diagnose, type SilenceFacts } from '#shared/a2a/push/diagnose.ts'
import { values } from '#shared/collections/list.ts'
import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type { AgentPushList, Diagnosis } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { isRefused } from '#shared/record/call-outcome.ts'
import { createProjection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { TimeSource } from '../clock.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { SessionRecord } from '../store/record.ts'
import { hostOf } from './base-url.ts'
import type { Configurations } from './configurations.ts'
import type { PushDesk } from './push-desk.ts'
import type { Receiver } from './receiver.ts'
import type { StoredConfig } from './stored.ts'

export interface DiagnosisDeps {
  readonly configurations: Configurations
  readonly receiver: Receiver
  readonly desk: PushDesk
  readonly discovery: DiscoveryService
  readonly record: SessionRecord
  readonly clock: TimeSource
}

/** Entries of a task read to say why no call arrived; of a longer task its last state may be missed. */
const maxDiagnosedEntries = 5_000

export function createDiagnosis(deps: DiagnosisDeps) {
  const { configurations, receiver, desk, discovery, record, clock } = deps

  async function taskFacts({ taskId, agentId }: StoredConfig): Promise<SilenceFacts['task']> {
    if (taskId === undefined) return undefined
    const { entries } = await record.read({ after: 0, limit: maxDiagnosedEntries, filter: { taskId } })
    const bodies = (hash: string) => new TextDecoder().decode(record.body(hash)?.bytes)
    const projection = createProjection(createReading({ dialectOf, bodies }))
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
    const { configs, problem, exchangeId }: AgentPushList = await desk
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
    const found = discovered?.found ? discovered : undefined
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
      agentHost: hostOf(found?.connection?.interface.url),
      declaresPush: found?.card.capabilities.pushNotifications,
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

/** The agent's own error, where the call had one. */
function returnedIn(record: SessionRecord, exchangeId: string | undefined): SilenceFacts['returned'] {
  record.flush()
  const row = exchangeId === undefined ? undefined : record.exchanges.row(exchangeId)
  if (row?.state !== 'done' || !isRefused(row)) return undefined
  const { id, code, status, problem: message, label: method, operation } = row
  const isRegistration = operation !== 'push-list' && operation !== 'push-get'
  return { code, status, message, method, isRegistration, exchangeId: id }
}
