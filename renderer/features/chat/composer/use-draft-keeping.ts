// The draft of an agent is read once and kept when it has changed and come to rest: it survives a restart.

import { useEffect, useState } from 'react'
import type { KeptDraft } from '#shared/contract/chat.ts'
import { maxKeptBase64Chars } from '#shared/contract/chat.ts'
import { useEngine } from '../../../host/engine.tsx'
import { type Draft, emptyDraft, numbered, useDraft } from '../../../state/draft.ts'

const restMs = 400

/** What could not be kept, as a sentence. */
export function useDraftKeeping(agentId: string): string | undefined {
  const { client } = useEngine()
  const [notKept, setNotKept] = useState<string>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let known = useDraft.getState().drafts[agentId]
    let waiting = false

    const keep = () => {
      waiting = false
      const draft = known ?? emptyDraft
      const kept = keptOf(draft)
      const leftOut = draft.parts.length - (kept?.parts.length ?? 0)
      client.chat.keepDraft({ agentId, draft: kept }).then(
        () => setNotKept(leftOut > 0 ? 'Large files in this draft aren’t saved across restarts.' : undefined),
        () => setNotKept('Couldn’t save this draft. It stays here until the window closes.'),
      )
    }
    const changed = () => {
      const now = useDraft.getState().drafts[agentId]
      if (now === known) return
      known = now
      waiting = true
      clearTimeout(timer)
      timer = setTimeout(keep, restMs)
    }
    const keepNow = () => {
      clearTimeout(timer)
      if (waiting) keep()
    }
    const stop = useDraft.subscribe(changed)
    window.addEventListener('pagehide', keepNow)
    if (known === undefined) {
      client.chat.draft({ agentId }).then(
        (kept) => {
          // Whoever began to write meanwhile goes on.
          if (kept && useDraft.getState().drafts[agentId] === undefined) {
            useDraft.getState().replace(agentId, draftOf(kept))
          }
        },
        () => undefined,
      )
    }
    return () => {
      stop()
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [client, agentId])
  return notKept
}

function keptOf({ text, textAt, parts, referenceTaskIds, options, push }: Draft): KeptDraft | null {
  let room = maxKeptBase64Chars
  const kept = parts
    .map(({ part }) => part)
    .filter((part) => {
      room -= part.kind === 'file-bytes' ? part.base64.length : 0
      return room >= 0
    })
  const nothing = text === '' && kept.length === 0 && referenceTaskIds.length === 0
  if (nothing && Object.keys(options).length === 0 && !push) return null
  return { text, textAt, parts: kept, referenceTaskIds: [...referenceTaskIds], options, push }
}

function draftOf({ parts, ...kept }: KeptDraft): Draft {
  return { ...kept, parts: numbered(parts) }
}
