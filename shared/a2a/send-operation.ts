// Turns a composed message into an operation of the model. Both the engine, which sends it, and the composer, which previews
// it, use this, so the preview is exact.

import { defined } from '../defined.ts'
import type { JsonObject, Message, Part, PushConfig } from './model.ts'
import type { OperationOf, SendOptions } from './operation.ts'

interface Composed {
  readonly stream: boolean
  readonly text?: string
  readonly parts?: readonly Part[]
  readonly contextId?: string
  readonly taskId?: string
  readonly referenceTaskIds?: readonly string[]
  readonly messageMetadata?: JsonObject
  readonly metadata?: JsonObject
  readonly acceptedOutputModes?: readonly string[]
  readonly historyLength?: number
  readonly returnImmediately?: boolean
  readonly push?: PushConfig
}

export function sendOperation(composed: Composed, messageId: string): OperationOf<'send' | 'stream'> {
  const { stream, text, parts = [], contextId, taskId, referenceTaskIds = [] } = composed
  const { messageMetadata, metadata } = composed
  const message: Message = {
    messageId,
    role: 'user',
    parts: text === undefined ? parts : [{ kind: 'text', text }, ...parts],
    ...defined({ contextId, taskId }),
    ...(referenceTaskIds.length > 0 && { referenceTaskIds }),
    ...defined({ metadata: messageMetadata }),
  }
  const options = optionsOf(composed)
  return {
    kind: stream ? 'stream' : 'send',
    message,
    ...(Object.keys(options).length > 0 && { options }),
    ...defined({ metadata }),
  }
}

function optionsOf({ acceptedOutputModes, historyLength, returnImmediately, push }: Composed): SendOptions {
  return defined({ acceptedOutputModes, historyLength, returnImmediately, push })
}
