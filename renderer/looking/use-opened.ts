// Opens a tab's session once; what belongs to tabs that are gone is closed.

import { useEffect, useRef, useState } from 'react'
import { type EngineAccess, useEngine } from '../host/engine.tsx'
import { messageOf } from '../host/message-of.ts'
import { type SessionTab, useLooking } from '../state/looking.ts'
import { openRecorded, type RecordedAccess } from './open-recorded.ts'
import { openReplay, type Replay } from './open-replay.ts'

export type Opened =
  | { readonly kind: 'recorded'; readonly access: RecordedAccess; close(): void }
  | { readonly kind: 'replay'; readonly replay: Replay; close(): void }
  | { readonly kind: 'failed'; readonly reason: string; close(): void }

export function useOpened(tab: SessionTab | undefined): Opened | undefined {
  const live = useEngine()
  const tabs = useLooking((looking) => looking.tabs)
  const opened = useRef(new Map<string, Opened>())
  const [, redraw] = useState(0)

  useEffect(() => {
    const shown = new Set(tabs.map(({ key }) => key))
    for (const [key, each] of opened.current) {
      if (shown.has(key)) continue
      each.close()
      opened.current.delete(key)
    }
  }, [tabs])

  useEffect(() => {
    if (tab === undefined || opened.current.has(tab.key)) return
    let wanted = true
    void openTab(live, tab).then((each) => {
      if (!wanted) return each.close()
      opened.current.set(tab.key, each)
      redraw((count) => count + 1)
    })
    return () => {
      wanted = false
    }
  }, [live, tab])

  useEffect(
    () => () => {
      for (const each of opened.current.values()) each.close()
      opened.current.clear()
    },
    [],
  )
  return tab === undefined ? undefined : opened.current.get(tab.key)
}

async function openTab(live: EngineAccess, { sessionId, replay: isReplay }: SessionTab): Promise<Opened> {
  try {
    if (isReplay) {
      const replay = await openReplay(live, sessionId)
      return { kind: 'replay', replay, close: replay.close }
    }
    const access = await openRecorded(live, sessionId)
    return { kind: 'recorded', access, close: () => undefined }
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error), close: () => undefined }
  }
}
