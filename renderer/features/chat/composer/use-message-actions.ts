// What can be done anew with a message that was said: sent again as it was, taken back into the composer, copied, quoted.

import type { Message, Part } from '#shared/a2a/model.ts'
import { piecesOf } from '#shared/story/conversation.ts'
import type { MessageView } from '#shared/story/task-view.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { emptyDraft, numbered, type SayablePart, useDraft } from '../../../state/draft.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { useSelection } from '../../../state/selection.ts'
import { loadBase64 } from '../parts/index.ts'
import { useCalls } from '../use-calls.ts'
import { useCurrentConversation } from '../use-conversation.ts'

export function useMessageActions(view: MessageView) {
  const { message, first } = view
  const { client, record } = useEngine()
  const calls = useCalls()
  // The agent may have named the context only after the message.
  const contextId = useCurrentConversation()?.contextId

  /** Files that were left in the record are fetched from there. */
  async function wholeParts(): Promise<readonly SayablePart[]> {
    const parts: SayablePart[] = []
    for (const part of partsOf(view)) {
      if (part.kind === 'unknown') continue
      const far = part.kind === 'file-bytes' ? record.far(part.base64) : undefined
      if (part.kind === 'file-bytes' && far) {
        parts.push({ ...part, base64: await loadBase64(client, { kind: 'far', ...far }) })
      } else parts.push(part)
    }
    return parts.map(({ extra: _unknown, ...part }) => part)
  }
  function withParts(use: (agentId: string, parts: readonly SayablePart[]) => void): void {
    const { agentId } = useSelection.getState()
    if (agentId === undefined) return
    wholeParts().then(
      (parts) => use(agentId, parts),
      (fault: unknown) => useRunningCalls.getState().setFault(agentId, messageOf(fault)),
    )
  }

  return {
    sendAgain: () =>
      withParts((agentId, parts) => {
        const { operation } = record.exchange(first.exchangeId)?.call ?? {}
        calls.send({
          agentId,
          stream: operation === 'stream',
          messageId: crypto.randomUUID(),
          parts: [...parts],
          ...addressOf(message),
          ...(contextId !== undefined && { contextId }),
        })
      }),
    edit: () =>
      withParts((agentId, parts) => {
        const textAt = parts.findIndex(({ kind }) => kind === 'text')
        const text = parts[textAt]
        useDraft.getState().replace(agentId, {
          ...emptyDraft,
          text: text?.kind === 'text' ? text.text : '',
          textAt: Math.max(0, textAt),
          parts: numbered(parts.filter((part) => part !== text)),
          referenceTaskIds: message.referenceTaskIds ?? [],
          ...(message.taskId !== undefined && { continues: { taskId: message.taskId } }),
          options: message.metadata ? { messageMetadata: message.metadata } : {},
        })
        useDraft.getState().focus()
      }),
    copy: () => void navigator.clipboard.writeText(wordsOf(view)),
    quote() {
      const { agentId } = useSelection.getState()
      if (agentId === undefined) return
      const quoted = wordsOf(view).replaceAll(/^/gm, '> ')
      useDraft.getState().change(agentId, ({ text }) => ({
        text: `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${quoted}\n\n`,
      }))
      useDraft.getState().focus()
    },
  }
}

/** The task it was said in, and what it referred to. */
function addressOf({ taskId, referenceTaskIds, metadata }: Message) {
  return {
    ...(taskId !== undefined && { taskId }),
    ...(referenceTaskIds && { referenceTaskIds: [...referenceTaskIds] }),
    ...(metadata && { messageMetadata: metadata }),
  }
}

function partsOf(view: MessageView): readonly Part[] {
  return [...piecesOf(view)].flatMap(({ parts }) => parts)
}

function wordsOf(view: MessageView): string {
  return partsOf(view)
    .flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    .join('')
}
