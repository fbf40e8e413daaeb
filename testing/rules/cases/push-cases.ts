import type { Finding } from '#shared/a2a/finding.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { createFindingSink } from '#shared/a2a/rules/sequence/finding-sink.ts'
import { createPushConfigs, type PushExchange } from '#shared/a2a/rules/sequence/push-configs.ts'
import type { RequestFacts } from '#shared/a2a/rules/wire/request-facts.ts'
import type { Case } from './case.ts'

type Configs = ReturnType<typeof createPushConfigs>
/** One event, and its findings. */
export type PushStep = (configs: Configs) => readonly Finding[]

const exchange = (operation: OperationKind, request: RequestFacts): PushExchange => ({
  ...{ agentId: 'agent', exchangeId: 'e', operation, asked: request },
})
const quiet =
  (act: (configs: Configs) => void): PushStep =>
  (configs) => {
    act(configs)
    return []
  }

export const webhookUrl = 'http://127.0.0.1:1/hook'
export const requested = (operation: OperationKind, request: RequestFacts): PushStep =>
  quiet((configs) => configs.begin(exchange(operation, request)))
/** The response to a message without a task named this one. */
export const began = (taskId: string, request: RequestFacts = {}): PushStep =>
  quiet((configs) => configs.answered(exchange('send', request), taskId))
export const deletedAt = (ms: number): PushStep =>
  quiet((configs) => configs.deleted(exchange('push-delete', { taskId: 't', configId: 'c' }), ms))
export const listedBy =
  (sentMs: number): PushStep =>
  (configs) => {
    const findingSink = createFindingSink('/result/configs/0', '1.0')
    configs.check(
      exchange('push-list', { taskId: 't' }),
      { id: 'c', url: webhookUrl },
      sentMs,
      findingSink.add,
    )
    return findingSink.findings()
  }
export const notified =
  (taskId: string): PushStep =>
  (configs) => {
    const findingSink = createFindingSink('', '1.0')
    configs.checkCall({ agentId: 'agent', url: webhookUrl, taskId }, findingSink.add)
    return findingSink.findings()
  }

/** The findings of the last step. */
export const lastOf = (...steps: readonly PushStep[]): readonly Finding[] => {
  const configs = createPushConfigs()
  return steps.map((step) => step(configs)).at(-1) ?? []
}

export const pushCases: readonly Case[] = [
  [
    'PUSH-DEL-001',
    'error',
    '/result/configs/0',
    'listed after its deletion',
    () => lastOf(deletedAt(1_000), listedBy(2_000)),
  ],
  [
    'PARLEY-PUSH-003',
    'error',
    '',
    'a task that has no webhook',
    () => lastOf(requested('push-create', { taskId: 't', webhookUrl }), began('u'), notified('u')),
  ],
]
