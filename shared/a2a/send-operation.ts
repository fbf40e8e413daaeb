// What a user composed, as an operation of the model. The engine sends it and the composer shows it beforehand: both come here, so
// that what is shown is what is sent.

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
