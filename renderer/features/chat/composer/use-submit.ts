import { useEffect, useRef, useState } from 'react'
import type { Discovery } from '#shared/contract/card.ts'
import type { ChatOptions, KeptDraft } from '#shared/contract/chat.ts'
import { maxKeptBase64Chars } from '#shared/contract/constants.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import { messageOf, useEngine } from '../../../host/engine.tsx'
import { type Draft, emptyDraft, numbered, partsOf, useCallDefaults, useDraft } from '../../../state/draft.ts'
import { type RunningCall, useRunningCalls } from '../../../state/running-calls.ts'
import { useSelection } from '../../../state/selection.ts'
import { taskToContinue } from '../newest-task.ts'
import { bringsTask, useCalls, useStreams } from '../use-calls.ts'
import { useDestination } from '../use-conversation.ts'

const restMs = 400

/** Where the draft goes, and the ways to send it there. */
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
    // Known beforehand, so that the request can be shown as it will be.
    messageId: messageId.current,
    ...useDestination(),
    taskId: taskToContinue(draft.continues, conversation),
  }
  const isReachable = discovery?.found === true && discovery.connection !== undefined
  // Before that is known it might go into another context.
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
      // Send options stays as it is for the next message.
      useDraft.getState().replace(agentId, { ...emptyDraft, options: draft.options, push: draft.push })
    },
    disconnect(): void {
      for (const call of useRunningCalls.getState().calls) if (call.agentId === agentId) call.stop()
    },
  }
}

/** What it asked for may go on and on. */
function brings({ kind }: RunningCall): boolean {
  return kind === 'send' || kind === 'subscribe'
}

// The draft of an agent is read once and kept when it has changed and come to rest: it survives a restart.

/** What could not be kept, as a sentence. */
export function useDraftKeeping(agentId: string): string | undefined {
  const { client } = useEngine()
  const [notKept, setNotKept] = useState<string>()

  useEffect(() => {
    const draftNow = () => useDraft.getState().drafts[agentId]
    const known = draftNow()
    const keeper = createDraftKeeper(known, (draft) => {
      const { kept, leftOut } = keptOf(draft)
      client.chat.keepDraft({ agentId, draft: kept }).then(
        () => setNotKept(leftOut > 0 ? 'Large files in this draft aren’t saved across restarts.' : undefined),
        () => setNotKept('Couldn’t save this draft. It stays here until the window closes.'),
      )
    })
    const stop = useDraft.subscribe(() => keeper.changed(draftNow()))
    window.addEventListener('pagehide', keeper.keepNow)
    if (known === undefined) {
      client.chat.draft({ agentId }).then(
        (kept) => {
          // Whoever began to write meanwhile goes on.
          if (kept && draftNow() === undefined) useDraft.getState().replace(agentId, draftOf(kept))
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

// What is kept of a draft over a restart, and when: once it has changed and come to rest.

interface DraftKeeper {
  changed(draft: Draft | undefined): void
  /** What has yet to come to rest. */
  keepNow(): void
}

/** `known` is kept already. */
export function createDraftKeeper(known: Draft | undefined, keep: (draft: Draft) => void): DraftKeeper {
  let last = known
  let rest: ReturnType<typeof setTimeout> | undefined
  const keepNow = () => {
    if (rest === undefined) return
    clearTimeout(rest)
    rest = undefined
    keep(last ?? emptyDraft)
  }
  return {
    changed(draft) {
      if (draft === last) return
      last = draft
      clearTimeout(rest)
      rest = setTimeout(keepNow, restMs)
    },
    keepNow,
  }
}

/** Files from the first on, as long as there is room; null where nothing is left to keep. */
export function keptOf({ text, textAt, parts, referenceTaskIds, options, push }: Draft): {
  readonly kept: KeptDraft | null
  readonly leftOut: number
} {
  let room = maxKeptBase64Chars
  const kept = parts
    .map(({ part }) => part)
    .filter((part) => {
      room -= part.kind === 'file-bytes' ? part.base64.length : 0
      return room >= 0
    })
  const leftOut = parts.length - kept.length
  const nothing = text === '' && kept.length === 0 && referenceTaskIds.length === 0
  if (nothing && Object.keys(options).length === 0 && !push) return { kept: null, leftOut }
  return {
    kept: { text, textAt, parts: kept, referenceTaskIds: [...referenceTaskIds], options, push },
    leftOut,
  }
}

export function draftOf({ parts, ...kept }: KeptDraft): Draft {
  return { ...kept, parts: numbered(parts) }
}

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
