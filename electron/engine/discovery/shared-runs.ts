// What several want at once is done once. It is broken off when all who wait for it have gone, not with the first.

import { guarded } from '../guarded.ts'

interface Run<Result> {
  readonly done: Promise<Result>
  readonly stop: AbortController
  waiting: number
}

export type Joined<Result> = (key: string, signal?: AbortSignal) => Promise<Result>

export function createSharedRuns<Result>(
  begin: (key: string, signal: AbortSignal) => Promise<Result>,
): Joined<Result> {
  const underWay = new Map<string, Run<Result>>()

  function start(key: string): Run<Result> {
    const stop = new AbortController()
    const run = { done: begin(key, stop.signal), stop, waiting: 0 }
    underWay.set(key, run)
    return run
  }

  return async (key, signal) => {
    const run = underWay.get(key) ?? start(key)
    const end = () => {
      if (underWay.get(key) === run) underWay.delete(key)
    }
    const leave = guarded('shared run left', () => {
      run.waiting -= 1
      if (run.waiting > 0) return
      end()
      run.stop.abort()
    })
    run.waiting += 1
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
    try {
      return await run.done
    } finally {
      signal?.removeEventListener('abort', leave)
      end()
    }
  }
}
