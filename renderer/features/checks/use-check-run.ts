import { useEffect, useState } from 'react'
import type { TestResult } from '#shared/checks/run.ts'
import type { CheckPage } from '#shared/contract/checks.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { rest } from '../../record/rest.ts'

export type RunHead = NonNullable<CheckPage['run']>

export interface FollowedRun {
  /** Absent before the first answer, null where the session has no run. */
  readonly run?: CheckPage['run']
  readonly results: readonly TestResult[]
  readonly problem?: string
}

const pageSize = 1_000
const waitMs = 25_000
/** Between two answers that are shown. */
const restMs = 120

const nothing: FollowedRun = { results: [] }

/** A run with its results so far, followed until it has ended. */
export function useCheckRun(sessionId: string | undefined): FollowedRun {
  const { client } = useEngine()
  const [followed, setFollowed] = useState<{ readonly of: string; readonly run: FollowedRun }>()
  useEffect(() => {
    if (sessionId === undefined) return
    const stop = new AbortController()
    const show = (run: FollowedRun) => {
      if (!stop.signal.aborted) setFollowed({ of: sessionId, run })
    }
    follow(client, sessionId, show, stop.signal).catch((error: unknown) => {
      if (stop.signal.aborted) return
      const problem = messageOf(error)
      setFollowed((known) => ({
        of: sessionId,
        run: { ...(known?.of === sessionId ? known.run : nothing), problem },
      }))
    })
    return () => stop.abort()
  }, [client, sessionId])
  return followed !== undefined && followed.of === sessionId ? followed.run : nothing
}

async function follow(
  client: EngineClient,
  sessionId: string,
  show: (run: FollowedRun) => void,
  signal: AbortSignal,
): Promise<void> {
  let results: readonly TestResult[] = []
  let known: Pick<RunHead, 'state'> | undefined
  while (!signal.aborted) {
    const waits = known ? { state: known.state, waitMs } : {}
    const page = await client.checks.read(
      { sessionId, after: results.length, limit: pageSize, ...waits },
      { signal },
    )
    results = [...results, ...page.results]
    const isWhole = page.results.length < pageSize
    if (isWhole) {
      show({ run: page.run, results })
      if (page.run?.state !== 'running') return
      known = page.run
      await rest(restMs, signal)
    }
  }
}
