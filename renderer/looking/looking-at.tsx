// What the panes show: the live record, or the session of the tab that is open. Each opened session has its own store and
// its own answers; they stay while its tab does.

import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { EngineProvider, LiveProvider, useEngine } from '../host/engine.tsx'
import { messageOf } from '../host/message-of.ts'
import { createQueryClient } from '../host/query-client.ts'
import { type SessionTab, useLooking } from '../state/looking.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { openRecorded, type RecordedAccess } from './open-recorded.ts'
import { useTabSelection } from './tab-selection.ts'

export function LookingAt({ children }: { readonly children: ReactNode }) {
  const live = useEngine()
  const { tabs, current } = useLooking()
  const tab = tabs.find(({ sessionId }) => sessionId === current)
  const opened = useOpened(tab)
  useTabSelection(current, opened?.kind === 'open' ? opened.access : undefined)

  if (tab === undefined) {
    return (
      <LiveProvider value={live}>
        <Fragment key="live">{children}</Fragment>
      </LiveProvider>
    )
  }
  if (opened?.kind === 'failed') {
    return (
      <EmptyState title="This session cannot be opened">
        <p>{opened.reason}</p>
        <Button onClick={() => useLooking.getState().close(tab.sessionId)}>Back to live</Button>
      </EmptyState>
    )
  }
  if (opened === undefined) return <p className="visually-hidden">Opening the session…</p>
  return (
    <LiveProvider value={live}>
      <Recorded key={tab.key} access={opened.access}>
        {children}
      </Recorded>
    </LiveProvider>
  )
}

function Recorded({ access, children }: { readonly access: RecordedAccess; readonly children: ReactNode }) {
  const queries = useMemo(createQueryClient, [])
  return (
    <QueryClientProvider client={queries}>
      <EngineProvider value={access}>{children}</EngineProvider>
    </QueryClientProvider>
  )
}

type Opened =
  | { readonly kind: 'open'; readonly access: RecordedAccess }
  | { readonly kind: 'failed'; readonly reason: string }

/** Opens the tab's session once; what belongs to tabs that are gone is closed. */
function useOpened(tab: SessionTab | undefined): Opened | undefined {
  const live = useEngine()
  const tabs = useLooking((looking) => looking.tabs)
  const opened = useRef(new Map<string, Opened>())
  const [, redraw] = useState(0)

  useEffect(() => {
    const shown = new Set(tabs.map(({ key }) => key))
    for (const [key, each] of opened.current) {
      if (shown.has(key)) continue
      if (each.kind === 'open') each.access.close()
      opened.current.delete(key)
    }
  }, [tabs])

  useEffect(() => {
    if (tab === undefined || opened.current.has(tab.key)) return
    let wanted = true
    openRecorded(live, tab.sessionId, tab.seq).then(
      (access) => {
        if (!wanted) return access.close()
        opened.current.set(tab.key, { kind: 'open', access })
        redraw((count) => count + 1)
      },
      (error: unknown) => {
        if (!wanted) return
        opened.current.set(tab.key, { kind: 'failed', reason: messageOf(error) })
        redraw((count) => count + 1)
      },
    )
    return () => {
      wanted = false
    }
  }, [live, tab])

  useEffect(
    () => () => {
      for (const each of opened.current.values()) if (each.kind === 'open') each.access.close()
      opened.current.clear()
    },
    [],
  )
  return tab === undefined ? undefined : opened.current.get(tab.key)
}
