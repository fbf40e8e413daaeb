// Running and stored runs of checks. Results are written during the run, so that the end of Parley loses none.

import { randomUUID } from 'node:crypto'
import { type CheckRun, countsOf, type RunProblem, type TestResult } from '#shared/checks/run.ts'
import type { CheckPage, PastRun } from '#shared/contract/checks.ts'
import { defined } from '#shared/defined.ts'
import { createChanged } from '../store/change-signal.ts'
import { readCheckRun } from '../store/check-runs.ts'
import type { SessionRecord } from '../store/record.ts'

export type CheckRuns = ReturnType<typeof createCheckRuns>

interface ReadRequest {
  readonly sessionId: string
  readonly after: number
  readonly limit: number
  readonly state?: CheckRun['state'] | undefined
  readonly waitMs?: number | undefined
}

type CheckRunStore = Pick<SessionRecord, 'checkRuns'>

/** Results are available at once, and written in batches. */
const writeMs = 500

/** New runs are written to `record`; `records` are all that are read. */
export function createCheckRuns(record: CheckRunStore, records: () => readonly CheckRunStore[]) {
  const running = new Map<string, CheckRun>()
  const changed = createChanged()

  const runOf = (sessionId: string): CheckRun | undefined => {
    const live = running.get(sessionId)
    if (live) return live
    for (const each of records()) {
      const checkRun = readCheckRun(each, sessionId)
      if (checkRun) return checkRun.state === 'running' ? { ...checkRun, state: 'broken' } : checkRun
    }
    return undefined
  }

  return {
    of: runOf,
    begin(begun: Omit<CheckRun, 'id' | 'state' | 'results'>, sessionId: string) {
      let run: CheckRun = { ...begun, id: randomUUID(), state: 'running', results: [] }
      let writtenAt = 0
      const write = () => {
        writtenAt = performance.now()
        record.checkRuns.write(sessionId, run)
      }
      const change = (changes: Partial<CheckRun>) => {
        run = { ...run, ...changes }
        running.set(sessionId, run)
        changed.wake()
      }
      change({})
      write()
      return {
        add(result: TestResult) {
          change({ results: [...run.results, result] })
          if (performance.now() - writtenAt > writeMs) write()
        },
        end(state: 'done' | 'stopped', problem?: RunProblem) {
          change({ state, endedAt: Date.now(), ...defined({ problem }) })
          write()
          // An unrecorded run is available until Parley ends.
          if (record.checkRuns.read(sessionId) !== undefined) running.delete(sessionId)
        },
      }
    },
    async read(
      { sessionId, after, limit, state, waitMs = 0 }: ReadRequest,
      signal?: AbortSignal,
    ): Promise<CheckPage> {
      const until = performance.now() + waitMs
      let run = runOf(sessionId)
      const isNews = () =>
        (run?.results.length ?? 0) > after || run?.state !== 'running' || run.state !== state
      for (let left = waitMs; left > 0 && !isNews() && !signal?.aborted; left = until - performance.now()) {
        await changed.wait(left, signal)
        run = runOf(sessionId)
      }
      if (!run) return { run: null, results: [], next: after }
      const { results, ...head } = run
      const page = results.slice(after, after + limit)
      return { run: head, results: page, next: after + page.length }
    },
    past(agentId?: string): readonly PastRun[] {
      const sessions = new Set([...running.keys(), ...records().flatMap((each) => each.checkRuns.sessions())])
      return [...sessions]
        .flatMap((sessionId) => {
          const run = runOf(sessionId)
          return run && (agentId === undefined || run.agentId === agentId) ? [pastOf(sessionId, run)] : []
        })
        .toSorted((a, b) => b.startedAt - a.startedAt)
    },
  }
}

function pastOf(sessionId: string, { agentId, agentName, startedAt, state, results }: CheckRun): PastRun {
  const { total, passed, failed } = countsOf(results)
  return { sessionId, agentId, agentName, startedAt, state, total, passed, failed }
}
