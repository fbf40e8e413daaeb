import { useEffect, useState } from 'react'
import type { Followed } from '#shared/contract/followed.ts'
import { messageOf } from '#shared/errors.ts'
import { followVersions, type PollPolicy } from './follow-versions.ts'
import type { ListState } from './paged-list.ts'

/** The newest answer to a long-polling request. Another `request` function starts anew. */
export function useFollowed<T extends Followed>(
  request: (wait: { readonly seen: number; readonly waitMs: number }, signal: AbortSignal) => Promise<T>,
  pace?: PollPolicy,
): ListState<T> {
  const [followed, setFollowed] = useState<ListState<T>>({})
  useEffect(() => {
    const stop = new AbortController()
    followVersions(
      ({ version: last, waitMs }) => request({ seen: last, waitMs }, stop.signal),
      (answer) => setFollowed({ answer }),
      stop.signal,
      pace,
    ).catch((error: unknown) => {
      if (!stop.signal.aborted) setFollowed((followed) => ({ ...followed, problem: messageOf(error) }))
    })
    return () => {
      stop.abort()
      setFollowed({})
    }
  }, [request, pace])
  return followed
}
