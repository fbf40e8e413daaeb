// Push configurations over all calls of an agent: which were deleted, and for which tasks each webhook was registered.

import { maxUrlChars } from '../../../bounded.ts'
import { named } from '../../json-kinds.ts'
import type { PushConfig } from '../../model.ts'
import { isPrompt, type OperationKind } from '../../operation.ts'
import type { RequestFacts } from '../wire/request-facts.ts'
import type { AddFinding } from './finding-sink.ts'
import { isShort, maxJudgedTasks, remember } from './tracks.ts'

// Deleted push configurations whose return is a finding; of more, the oldest are not judged.
const maxJudgedDeletions = 256
// Webhooks whose calls are held to the tasks they were registered for; those of the oldest are not judged.
const maxJudgedWebhooks = 500

export interface PushExchange {
  readonly agentId: string
  readonly exchangeId: string
  readonly operation: OperationKind
  readonly asked: RequestFacts
}

interface Deletion {
  readonly agentId: string
  readonly taskId: string
  readonly configId: string
  readonly ms: number
}

interface WebhookTrack {
  readonly taskIds: Set<string>
  /** Messages that name it, whose tasks are not reported yet. */
  readonly open: Set<string>
  /** Registered for more tasks than are remembered. */
  isFull: boolean
}

export interface PushCall {
  readonly agentId: string
  readonly url: string
  readonly taskId: string
}

export function createPushConfigs() {
  const deletions = new Map<string, Deletion>()
  const webhooks = new Map<string, WebhookTrack>()
  /** Tasks whose first message was recorded, with whether it registered a webhook. */
  const begun = new Map<string, true>()

  const register = (webhook: WebhookTrack, taskId: string | undefined) => {
    if (!taskId) return
    if (webhook.taskIds.size >= maxJudgedTasks || !isShort(taskId)) webhook.isFull = true
    else webhook.taskIds.add(taskId)
  }
  const webhookOf = ({ agentId, asked: { webhookUrl = '' } }: PushExchange) =>
    webhooks.get(keyOf(agentId, webhookUrl))

  return {
    /** Call before the request is sent: what it creates may exist before its answer. */
    begin({ agentId, exchangeId, operation, asked }: PushExchange): void {
      const { webhookUrl, taskId, configId } = asked
      if (webhookUrl === undefined || webhookUrl.length > maxUrlChars) return
      for (const [key, each] of deletions) {
        const isOther = configId !== undefined && configId !== '' && configId !== each.configId
        if (each.agentId === agentId && each.taskId === taskId && !isOther) deletions.delete(key)
      }
      const key = keyOf(agentId, webhookUrl)
      const webhook = webhooks.get(key) ?? { taskIds: new Set(), open: new Set(), isFull: false }
      remember(webhooks, key, webhook, maxJudgedWebhooks)
      register(webhook, taskId)
      if (isPrompt(operation)) webhook.open.add(exchangeId)
      if (webhook.open.size > maxJudgedTasks) webhook.isFull = true
    },
    /** The answer to a message names its task. */
    answered(exchange: PushExchange, taskId: string): void {
      const { agentId, exchangeId, operation, asked } = exchange
      if (!isPrompt(operation) || taskId === '') return
      const webhook = webhookOf(exchange)
      if (webhook) register(webhook, taskId)
      webhook?.open.delete(exchangeId)
      if (asked.taskId !== taskId && isShort(taskId))
        remember(begun, keyOf(agentId, taskId), true, maxJudgedTasks)
    },
    ended: (exchange: PushExchange) => void webhookOf(exchange)?.open.delete(exchange.exchangeId),
    deleted({ agentId, asked: { taskId = '', configId = '' } }: PushExchange, ms: number): void {
      if (taskId === '' || configId === '' || !isShort(taskId) || !isShort(configId)) return
      remember(
        deletions,
        keyOf(agentId, taskId, configId),
        { agentId, taskId, configId, ms },
        maxJudgedDeletions,
      )
    },
    /** A configuration in the answer to a request that was sent at `sentMs`. */
    check(
      { agentId, asked: { taskId = '' } }: PushExchange,
      { id = '' }: PushConfig,
      sentMs: number,
      add: AddFinding,
    ) {
      const deletion = deletions.get(keyOf(agentId, taskId, id))
      if (deletion === undefined || !(deletion.ms < sentMs)) return
      const ago = `${Math.max(1, Math.round((sentMs - deletion.ms) / 1_000))} s before this request`
      const message = `A deleted push configuration is still there: ${named(id)} of the task ${named(taskId)} was deleted ${ago} and not created again.`
      add('PUSH-DEL-001', '', message)
    },
    /** A call to the webhook of other tasks, if it was certainly not registered for this one. */
    checkCall({ agentId, url, taskId }: PushCall, add: AddFinding): void {
      const webhook = webhooks.get(keyOf(agentId, url))
      if (webhook === undefined || webhook.isFull || webhook.open.size > 0) return
      const [first] = webhook.taskIds
      if (first === undefined || webhook.taskIds.has(taskId) || !begun.has(keyOf(agentId, taskId))) return
      const more = webhook.taskIds.size === 1 ? '' : ` and ${webhook.taskIds.size - 1} more`
      const message = `Notification for another task: it is about ${named(taskId)}, but the webhook was registered for ${named(first)}${more}.`
      add('PARLEY-PUSH-003', '', message)
    },
  }
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}
