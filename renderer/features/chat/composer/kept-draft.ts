import type { ChatOptions, KeptDraft } from '#shared/contract/chat.ts'
import { maxKeptBase64Chars } from '#shared/contract/constants.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import { defined } from '#shared/defined.ts'
import { type Draft, emptyDraft, numbered, partsOf } from '../../../state/draft.ts'

const restMs = 400

// What is kept of a draft over a restart, and when: once it has changed and come to rest.

interface DraftKeeper {
  changed(draft: Draft | undefined): void
  /** What has yet to come to rest. */
  keepNow(): void
}

/** `known` is kept already. */
export function createDraftKeeper(existing: Draft | undefined, keep: (draft: Draft) => void): DraftKeeper {
  let last = existing
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
  const savedParts = parts
    .map(({ part }) => part)
    .filter((part) => {
      room -= part.kind === 'file-bytes' ? part.base64.length : 0
      return room >= 0
    })
  const leftOut = parts.length - savedParts.length
  const nothing = text === '' && savedParts.length === 0 && referenceTaskIds.length === 0
  if (nothing && Object.keys(options).length === 0 && !push) return { kept: null, leftOut }
  return {
    kept: { text, textAt, parts: savedParts, referenceTaskIds: [...referenceTaskIds], options, push },
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
