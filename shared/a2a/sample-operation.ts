// Something to begin with: one operation of each kind, with what every version wants of it.

import { defined } from '../defined.ts'
import type { Operation, OperationKind } from './operation.ts'

export interface SampleFacts {
  readonly messageId: string
  readonly taskId?: string | undefined
  readonly contextId?: string | undefined
}

export function sampleOperation(kind: OperationKind, facts: SampleFacts): Operation {
  const { messageId, contextId } = facts
  const taskId = facts.taskId ?? 'task-id'
  const configId = 'config-id'
  switch (kind) {
    case 'send':
    case 'stream':
      return {
        kind,
        message: {
          messageId,
          role: 'user',
          parts: [{ kind: 'text', text: 'Hello' }],
          ...(facts.taskId !== undefined && { taskId }),
          ...defined({ contextId }),
        },
      }
    case 'list':
      return { kind, pageSize: 20 }
    case 'get':
      return { kind, taskId, historyLength: 10 }
    case 'cancel':
    case 'subscribe':
    case 'push-list':
      return { kind, taskId }
    case 'push-create':
      return { kind, taskId, config: { id: configId, url: 'https://example.com/hook', token: 'a-token' } }
    case 'push-get':
    case 'push-delete':
      return { kind, taskId, configId }
    case 'extended-card':
      return { kind }
  }
}
