import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { TestedInterface, TestResult } from '#shared/checks/run.ts'
import type { CheckPage, PastRun } from '#shared/contract/checks.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../host/engine.tsx'
import { delay } from '../../record/follow-versions.ts'
import { type SelectedChecks, seenWhole, useChecks } from '../../state/checks.ts'

export type RunHead = NonNullable<CheckPage['run']>

export interface FollowedRun {
  /** Absent before the first answer, null where the session has no run. */
  readonly run?: CheckPage['run']
  readonly results: readonly TestResult[]
  readonly problem?: string
}

const pageSize = 1_000
const waitMs = 25_000
/** Between two updates. */
const restMs = 120

const nothing: FollowedRun = { results: [] }

/** Follows a run and its results until it has ended. */
export function useCheckRun(sessionId: string | undefined): FollowedRun {
  const { client } = useEngine()
  const [followed, setFollowed] = useState<{ readonly sessionId: string; readonly run: FollowedRun }>()
  useEffect(() => {
    if (sessionId === undefined) return
    const stop = new AbortController()
    const show = (run: FollowedRun) => {
      if (!stop.signal.aborted) setFollowed({ sessionId, run })
    }
    follow(client, sessionId, show, stop.signal).catch((error: unknown) => {
      if (stop.signal.aborted) return
      const problem = messageOf(error)
      setFollowed((existing) => ({
        sessionId,
        run: { ...(existing?.sessionId === sessionId ? existing.run : nothing), problem },
      }))
    })
    return () => stop.abort()
  }, [client, sessionId])
  return followed !== undefined && followed.sessionId === sessionId ? followed.run : nothing
}

async function follow(
  client: EngineClient,
  sessionId: string,
  show: (run: FollowedRun) => void,
  signal: AbortSignal,
): Promise<void> {
  let results: readonly TestResult[] = []
  let existing: Pick<RunHead, 'state'> | undefined
  while (!signal.aborted) {
    const waits = existing ? { state: existing.state, waitMs } : {}
    const page = await client.checks.read(
      { sessionId, after: results.length, limit: pageSize, ...waits },
      { signal },
    )
    results = [...results, ...page.results]
    const isWhole = page.results.length < pageSize
    if (isWhole) {
      show({ run: page.run, results })
      if (page.run?.state !== 'running') return
      existing = page.run
      await delay(restMs, signal)
    }
  }
}

/** The runs of an agent, the newest first. Requested when they become visible, and when a run begins or ends. */
export function useRuns(agentId: string | undefined) {
  const { queries } = useEngine()
  return useQuery(
    queries.checks.runs.queryOptions({
      input: { agentId: agentId ?? '' },
      enabled: agentId !== undefined,
      staleTime: 0,
    }),
  )
}

export function useRunsChanged(): () => void {
  const { queries } = useEngine()
  const cache = useQueryClient()
  return useCallback(
    () => void cache.invalidateQueries({ queryKey: queries.checks.runs.key() }),
    [cache, queries],
  )
}

export function runningOf(runs: readonly PastRun[] | undefined): PastRun | undefined {
  return runs?.find(({ state }) => state === 'running')
}

export interface Start extends SelectedChecks {
  /** Only these. */
  readonly tests?: readonly string[]
  /** Replaces `ways`: an interface of an earlier run, which the agent may list at another index now. */
  readonly over?: TestedInterface | undefined
}

/** Starts a run and shows it; shows a running one of this agent instead. */
export function useStart(): (agentId: string, start: Start) => Promise<void> {
  const { client } = useEngine()
  const runsChanged = useRunsChanged()
  return async (agentId, start) => {
    const { change } = useChecks.getState()
    change(agentId, { isStarting: true, problem: undefined })
    try {
      const running = runningOf(await client.checks.runs({ agentId }))
      const { sessionId } = running ?? (await begin(client, agentId, start))
      change(agentId, { ...seenWhole, view: 'result', sessionId, isStarting: false })
    } catch (error) {
      change(agentId, { isStarting: false, problem: messageOf(error) })
    }
    runsChanged()
  }
}

async function begin(client: EngineClient, agentId: string, start: Start) {
  const { suites, levels, tests, active, over } = start
  const interfaceIndexes = over ? [await indexOf(client, agentId, over)] : start.ways
  return client.checks.start({
    agentId,
    ...(suites && { suites: [...suites] }),
    ...(levels && { levels: [...levels] }),
    ...(interfaceIndexes && { ways: [...interfaceIndexes] }),
    ...(tests && { tests: [...tests] }),
    ...(active === true && { active }),
  })
}

async function indexOf(client: EngineClient, agentId: string, over: TestedInterface): Promise<number> {
  const { ways } = await client.checks.plan({ agentId, tests: [] })
  const alike = ways.findIndex(({ dialect, binding }) => dialect === over.dialect && binding === over.binding)
  const same = ways.findIndex(
    ({ dialect, binding, url }) => dialect === over.dialect && binding === over.binding && url === over.url,
  )
  const index = same < 0 ? alike : same
  if (index < 0) throw new Error('The agent no longer has the interface of this run.')
  return index
}

/** All tests over the chosen interfaces; the window filters them. */
export function usePlan(agentId: string, { ways, active }: SelectedChecks) {
  const { queries } = useEngine()
  return useQuery(
    queries.checks.plan.queryOptions({
      input: { agentId, ...(ways && { ways: [...ways] }), ...(active === true && { active }) },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
}

export function usePrompts(agentId: string) {
  const { queries } = useEngine()
  return useQuery(queries.checks.prompts.queryOptions({ input: { agentId } }))
}
