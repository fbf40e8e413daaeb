// The record that the panes show: the live one, or the saved session of the open tab, or its replay. Each session has its own
// query cache, which is kept while its tab is open.

import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import { messageOf } from '#shared/errors.ts'
import { type EngineAccess, EngineProvider, LiveProvider, queriesOf, useEngine } from '../host/engine.tsx'
import { createQueryClient, queryClient } from '../host/query-client.ts'
import { enterSession } from '../state/navigation.ts'
import { selectedNow, shownSession, useScope, useSelection } from '../state/selection.ts'
import { type SessionTab, useLooking } from '../state/viewing.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback.tsx'
import { openRecorded, type RecordedAccess } from './open-recorded.ts'
import { openReplay, type Replay, ReplayProvider, useReplayState } from './open-replay.ts'
import { listed, listedByEngine } from './recorded-client.ts'

export function LookingAt({ children }: { readonly children: ReactNode }) {
  const live = useEngine()
  const { tabs, current } = useLooking()
  const tab = tabs.find(({ sessionId }) => sessionId === current)
  const opened = useOpened(tab)
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
      return (
        <div className="after-a-moment soon" role="status">
          <NotOpen title="Opening the recording…" sessionId={tab.sessionId} />
        </div>
      )
    case 'failed':
      return (
        <NotOpen title="This recording cannot be opened" sessionId={tab.sessionId}>
          <p>{opened.reason}</p>
        </NotOpen>
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

interface NotOpenProps {
  readonly title: string
  readonly sessionId: string
  readonly children?: ReactNode
}

function NotOpen({ title, sessionId, children }: NotOpenProps) {
  return (
    <EmptyState title={title}>
      {children}
      <Button onClick={() => useLooking.getState().close(sessionId)}>Back to live</Button>
    </EmptyState>
  )
}

function Replayed({ replay, children }: { readonly replay: Replay; readonly children: ReactNode }) {
  const access = useSyncExternalStore(replay.subscribe, replay.access)
  useFollowPrompts(replay)
  return <Recorded access={access}>{children}</Recorded>
}

function Recorded({ access, children }: { readonly access: RecordedAccess; readonly children: ReactNode }) {
  // A new cache for each record.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each access
  const queries = useMemo(createQueryClient, [access])
  useLayoutEffect(() => {
    const selected = selectedNow()
    const { agentId } = access.first
    if (!Object.values(selected).some(Boolean)) useSelection.getState().replace(access.first)
    else if (selected.agentId === undefined) useSelection.setState({ agentId })
  }, [access])
  return (
    <QueryClientProvider client={queries}>
      <EngineProvider value={access}>{children}</EngineProvider>
    </QueryClientProvider>
  )
}

// Opens a tab's session once; sessions of closed tabs are closed.

type Opened =
  | { readonly kind: 'recorded'; readonly access: RecordedAccess; close(): void }
  | { readonly kind: 'replay'; readonly replay: Replay; close(): void }
  | { readonly kind: 'failed'; readonly reason: string; close(): void }

function useOpened(tab: SessionTab | undefined): Opened | undefined {
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
    let isCurrent = true
    void openTab(live, tab).then((each) => {
      if (!isCurrent) return each.close()
      opened.current.set(tab.key, each)
      redraw((count) => count + 1)
    })
    return () => {
      isCurrent = false
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

/** A replay shows the agent of the latest prompt; until the next prompt the user may select another agent. */
function useFollowPrompts(replay: Replay): void {
  const { seq } = useReplayState(replay)
  const prompts = useMemo(() => replay.outline.places.filter(({ kind }) => kind === 'prompt'), [replay])
  const prompt = prompts.findLast((one) => one.seq <= seq) ?? prompts[0]
  useEffect(() => {
    const { agentId, replace } = useSelection.getState()
    if (prompt?.agentId !== undefined && prompt.agentId !== agentId) replace({ agentId: prompt.agentId })
  }, [prompt])
}

// The live record as the window shows it: one session, or all.

function useScoped(): EngineAccess {
  const live = useEngine()
  const { data } = useQuery(live.queries.sessions.recording.queryOptions(), queryClient)
  useEffect(() => {
    if (data !== undefined) enterSession(data.shownId)
  }, [data])
  const scope = useScope(shownSession)
  const scoped = useMemo(() => (scope === undefined ? live : scopedTo(live, scope)), [live, scope])
  // Answers about another session are outdated.
  const shown = useRef(scoped)
  useEffect(() => {
    if (shown.current === scoped) return
    shown.current = scoped
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [request] }) => isListed([request].flat()[0]),
    })
  }, [scoped])
  return scoped
}

function isListed(request: unknown): boolean {
  return typeof request === 'string' && Object.hasOwn(listed, request)
}

/** An oRPC client cannot be enumerated, so it is proxied. */
function over<Client extends object>(below: Client, above: Partial<Client>): Client {
  return new Proxy(below, { get: (target, name) => Reflect.get(name in above ? above : target, name) })
}

function scopedTo(live: EngineAccess, scope: string): EngineAccess {
  const { console, ...others } = listedByEngine(live.client, (input) => ({ sessionId: scope, ...input }))
  const client = over<EngineClient>(live.client, { ...others, console: over(live.client.console, console) })
  return { ...live, client, queries: queriesOf(client), scope }
}
