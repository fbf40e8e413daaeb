// What the panes show: the live record, or the session of the tab that is open, as it is kept or as it is lived through
// again. Each opened session has answers of its own; they stay while its tab does.

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { EngineProvider, LiveProvider, useEngine } from '../host/engine.tsx'
import { createQueryClient } from '../host/query-client.ts'
import { useLooking } from '../state/looking.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { RecordedAccess } from './open-recorded.ts'
import type { Replay } from './open-replay.ts'
import { ReplayProvider } from './replay-context.ts'
import { useTabSelection } from './tab-selection.ts'
import { useFollowPrompts } from './use-follow-prompts.ts'
import { useOpened } from './use-opened.ts'
import { useScoped } from './use-scoped.ts'

export function LookingAt({ children }: { readonly children: ReactNode }) {
  const live = useEngine()
  const { tabs, current } = useLooking()
  const tab = tabs.find(({ sessionId }) => sessionId === current)
  const opened = useOpened(tab)
  useTabSelection(
    tab,
    opened?.kind === 'recorded'
      ? opened.access
      : opened?.kind === 'replay'
        ? opened.replay.access()
        : undefined,
  )

  const scoped = useScoped()

  if (tab === undefined) {
    return (
      <LiveProvider value={live}>
        <EngineProvider value={scoped} key="live">
          {children}
        </EngineProvider>
      </LiveProvider>
    )
  }
  switch (opened?.kind) {
    case undefined:
      return <p className="visually-hidden">Opening the session…</p>
    case 'failed':
      return (
        <EmptyState title="This session cannot be opened">
          <p>{opened.reason}</p>
          <Button onClick={() => useLooking.getState().close(tab.sessionId)}>Back to live</Button>
        </EmptyState>
      )
    case 'recorded':
      return (
        <LiveProvider value={live}>
          <Recorded key={tab.key} access={opened.access}>
            {children}
          </Recorded>
        </LiveProvider>
      )
    case 'replay':
      return (
        <LiveProvider value={live}>
          <ReplayProvider value={opened.replay}>
            <Replayed replay={opened.replay}>{children}</Replayed>
          </ReplayProvider>
        </LiveProvider>
      )
  }
}

function Replayed({ replay, children }: { readonly replay: Replay; readonly children: ReactNode }) {
  const access = useSyncExternalStore(replay.subscribe, replay.access)
  useFollowPrompts(replay)
  return <Recorded access={access}>{children}</Recorded>
}

function Recorded({ access, children }: { readonly access: RecordedAccess; readonly children: ReactNode }) {
  // Another record knows nothing of what was asked of the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each access
  const queries = useMemo(createQueryClient, [access])
  return (
    <QueryClientProvider client={queries}>
      <EngineProvider value={access}>{children}</EngineProvider>
    </QueryClientProvider>
  )
}
