import { useEffect, useRef, useState } from 'react'
import type { Discovery } from '#shared/contract/card.ts'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../../host/engine.tsx'
import { type Draft, emptyDraft, partsOf, useCallDefaults, useDraft } from '../../../state/draft.ts'
import { type RunningCall, useRunningCalls } from '../../../state/running-calls.ts'
import { useSelection } from '../../../state/selection.ts'
import { taskToContinue } from '../newest-task.ts'
import { bringsTask, useCalls, useStreams } from '../use-calls.ts'
import { useDestination } from '../use-conversation.ts'
import { createDraftKeeper, type Destination, draftOf, keptOf, requestOf } from './kept-draft.ts'

/** The draft's destination, and functions that send it there. */
export function useSubmit(
  agentId: string,
  discovery: Discovery | undefined,
  conversation: ConversationBrief | null | undefined,
  draft: Draft,
) {
  const { client } = useEngine()
  const calls = useCalls()
  const streams = useStreams()
  const messageId = useRef<string>(undefined)
  const call = useRunningCalls(({ calls }) => calls.find((each) => each.agentId === agentId && brings(each)))
  const isStreaming = conversation?.tasks.some(
    (task) => task.phase === 'live' && call && bringsTask(call, task),
  )
  messageId.current ??= crypto.randomUUID()
  const destination: Destination = {
    agentId,
    stream: streams,
    // Generated beforehand, so that the preview is exact.
    messageId: messageId.current,
    ...useDestination(),
    taskId: taskToContinue(draft.continues, conversation),
  }
  const isReachable = discovery?.found === true && discovery.connection !== undefined
  // Until the conversation is read, it might go into another context.
  const ready = isReachable && conversation !== undefined && partsOf(draft).length > 0

  async function sendWithPush(stream: boolean): Promise<void> {
    const request = requestOf(draft, { ...destination, stream }, useCallDefaults.getState().defaults)
    if (!draft.push) {
      calls.send(request)
      return
    }
    try {
      const { id } = await client.push.prepare({ agentId, options: {} })
      calls.send({ ...request, pushConfigId: id })
    } catch (fault) {
      useRunningCalls.getState().setFault(agentId, messageOf(fault))
      useDraft.getState().replace(agentId, draft)
    }
  }

  return {
    ready,
    streams,
    destination,
    running: call && { since: call.since, isStreaming: isStreaming === true },
    submit(stream: boolean): void {
      if (!ready) return
      useSelection.getState().selectTask(undefined)
      void sendWithPush(stream)
      messageId.current = undefined
      // Send options stay for the next message.
      useDraft.getState().replace(agentId, { ...emptyDraft, options: draft.options, push: draft.push })
    },
    disconnect(): void {
      for (const call of useRunningCalls.getState().calls) if (call.agentId === agentId) call.stop()
    },
  }
}

/** These calls may receive updates for a long time. */
function brings({ kind }: RunningCall): boolean {
  return kind === 'send' || kind === 'subscribe'
}

// An agent's draft is read once, and stored after changes, debounced: it survives a restart.

/** What could not be stored, as a sentence. */
export function useDraftKeeping(agentId: string): string | undefined {
  const { client } = useEngine()
  const [notKept, setNotKept] = useState<string>()

  useEffect(() => {
    const draftNow = () => useDraft.getState().drafts[agentId]
    const existing = draftNow()
    const keeper = createDraftKeeper(existing, (draft) => {
      const { kept, leftOut } = keptOf(draft)
      client.chat.keepDraft({ agentId, draft: kept }).then(
        () => setNotKept(leftOut > 0 ? 'Large files in this draft aren’t saved across restarts.' : undefined),
        () => setNotKept('Couldn’t save this draft. It stays here until the window closes.'),
      )
    })
    const stop = useDraft.subscribe(() => keeper.changed(draftNow()))
    window.addEventListener('pagehide', keeper.keepNow)
    if (existing === undefined) {
      client.chat.draft({ agentId }).then(
        (stored) => {
          // Keeps a draft that was begun meanwhile.
          if (stored && draftNow() === undefined) useDraft.getState().replace(agentId, draftOf(stored))
        },
        () => undefined,
      )
    }
    return () => {
      stop()
      window.removeEventListener('pagehide', keeper.keepNow)
      keeper.keepNow()
    }
  }, [client, agentId])
  return notKept
}
