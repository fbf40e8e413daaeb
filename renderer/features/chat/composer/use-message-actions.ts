// Actions on a sent message: send it again, edit it in the composer, copy, quote.

import type { TextPart } from '#shared/a2a/model.ts'
import { plainText } from '#shared/a2a/parts-text.ts'
import type { WholeMessage } from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import type { RowPart } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { emptyDraft, numbered, type SayablePart, useDraft } from '../../../state/draft.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { useSelection } from '../../../state/selection.ts'
import { loadBase64 } from '../parts/index.ts'
import { useCalls } from '../use-calls.ts'
import { useDestination, useNamed } from '../use-conversation.ts'

type SentMessage = WholeMessage['message']

/** `key` identifies the message, which is fetched when an action needs it. */
export function useMessageActions(key: string) {
  const { client } = useEngine()
  const calls = useCalls()
  const named = useNamed()
  // The agent may have named the context only after the message.
  const destination = useDestination()

  /** Fetches files that were left in the record. */
  async function wholePart(part: TextPart | RowPart): Promise<readonly SayablePart[]> {
    if (part.kind === 'unknown') return []
    const { extra: _unknown, ...plainPart } = part
    if (plainPart.kind !== 'file-bytes') return [plainPart]
    const { far, ...file } = plainPart
    return [far ? { ...file, base64: await loadBase64(client, { kind: 'far', ...far }) } : file]
  }
  async function wholeParts({ parts }: SentMessage): Promise<readonly SayablePart[]> {
    const whole: SayablePart[] = []
    for (const part of parts) whole.push(...(await wholePart(part)))
    return whole
  }
  function withMessage(use: (agentId: string, wholeMessage: WholeMessage) => Promise<void> | void): void {
    const { agentId } = useSelection.getState()
    if (agentId === undefined) return
    client.story
      .message(named(key))
      .then((wholeMessage) => {
        if (wholeMessage) return use(agentId, wholeMessage)
        throw new Error('This message is no longer in the record.')
      })
      .catch((fault: unknown) => useRunningCalls.getState().setFault(agentId, messageOf(fault)))
  }

  return {
    sendAgain: () =>
      withMessage(async (agentId, { message, operation }) => {
        calls.send({
          agentId,
          stream: operation === 'stream',
          messageId: crypto.randomUUID(),
          parts: [...(await wholeParts(message))],
          ...addressOf(message),
          ...destination,
        })
      }),
    edit: () =>
      withMessage(async (agentId, { message }) => {
        const parts = await wholeParts(message)
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
    copy: () =>
      withMessage((_agentId, { message }) => navigator.clipboard.writeText(plainText(message.parts))),
    quote: () =>
      withMessage((agentId, { message }) => {
        const quoted = plainText(message.parts).replaceAll(/^/gm, '> ')
        useDraft.getState().change(agentId, ({ text }) => ({
          text: `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${quoted}\n\n`,
        }))
        useDraft.getState().focus()
      }),
  }
}

/** The message's task and references. */
function addressOf({ taskId, referenceTaskIds, metadata }: SentMessage) {
  return {
    ...defined({ taskId }),
    ...(referenceTaskIds && { referenceTaskIds: [...referenceTaskIds] }),
    ...defined({ messageMetadata: metadata }),
  }
}
