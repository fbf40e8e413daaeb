// The draft of an agent is read once and kept when it has changed and come to rest: it survives a restart.

import { useEffect, useState } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { useDraft } from '../../../state/draft.ts'
import { createDraftKeeper, draftOf, keptOf } from './kept-draft.ts'

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
