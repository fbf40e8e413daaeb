import type { ChatOptions } from '#shared/contract/chat.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import { defined } from '#shared/defined.ts'
import { type Draft, partsOf } from '../../../state/draft.ts'

// A draft as the request it becomes: what is shown beforehand and what is sent come from the same.

export interface Destination {
  readonly agentId: string
  readonly stream: boolean
  readonly messageId: string
  readonly contextId?: string | undefined
  readonly chatId?: string | undefined
  readonly taskId: string | undefined
}

/** What is wanted of answers where the draft leaves it open. */
type UsualOptions = Pick<ChatOptions, 'acceptedOutputModes'>

export function requestOf(
  draft: Draft,
  to: Destination,
  { acceptedOutputModes }: UsualOptions,
): SendRequest & { readonly messageId: string } {
  const { agentId, stream, messageId, contextId, chatId, taskId } = to
  return {
    agentId,
    stream,
    messageId,
    parts: [...partsOf(draft)],
    ...defined({ contextId, chatId, taskId }),
    ...(draft.referenceTaskIds.length > 0 && { referenceTaskIds: [...draft.referenceTaskIds] }),
    ...defined({ acceptedOutputModes }),
    ...draft.options,
  }
}
