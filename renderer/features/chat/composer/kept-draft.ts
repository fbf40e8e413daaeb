import type { ChatOptions, KeptDraft } from '#shared/contract/chat.ts'
import { maxKeptBase64Chars } from '#shared/contract/constants.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import { defined } from '#shared/defined.ts'
import { type Draft, emptyDraft, numbered, partsOf } from '../../../state/draft.ts'

const restMs = 400

// The part of a draft that is stored across restarts, debounced.

interface DraftKeeper {
  changed(draft: Draft | undefined): void
  /** Stores a pending change. */
  keepNow(): void
}

/** `existing` is stored already. */
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

/** Files from the first one on, as long as there is room; null for an empty draft. */
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

// A draft as its request: the preview and the sent request are built by the same function.

export interface Destination {
  readonly agentId: string
  readonly stream: boolean
  readonly messageId: string
  readonly contextId?: string | undefined
  readonly chatId?: string | undefined
  readonly taskId: string | undefined
}

/** Options of answers where the draft has none. */
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
