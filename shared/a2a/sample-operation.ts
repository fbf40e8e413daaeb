// Samples to begin with: one operation of each kind, with all that any version requires.

import { defined } from '../defined.ts'
import type { DialectId, EncodeOptions, WireCall } from './dialect.ts'
import { dialectOf } from './dialects.ts'
import type { Binding } from './model.ts'
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

// Calls that detect an agent's dialect without side effects: they request a task that does not exist (PROTOCOL 8.1). Their
// answers go to `detectFromReply`. `tasks/send` is not among them: it would create a task.

export interface Probe {
  readonly dialect: DialectId
  readonly call: WireCall
}

/** In the order to try them. `taskId` is chosen by the caller: random, so that no agent has it. */
export function probeCalls(taskId: string, binding: Binding, options?: EncodeOptions): readonly Probe[] {
  const candidates: readonly DialectId[] = binding === 'JSONRPC' ? ['1.0', '0.3'] : ['1.0', '0.3-proto']
  return candidates.flatMap((dialect) => {
    const call = dialectOf(dialect).encode({ kind: 'get', taskId }, binding, options)
    return call === undefined ? [] : [{ dialect, call }]
  })
}
