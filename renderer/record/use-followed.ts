import { useEffect, useState } from 'react'
import { messageOf } from '#shared/errors.ts'
import { followVersions, type PollPolicy, type Versioned } from './follow-versions.ts'

interface Followed<T> {
  /** Absent before the first answer. */
  readonly answer?: T
  readonly problem?: string
}

/** The newest answer to a long-polling request. Another `request` function starts anew. */
export function useFollowed<T extends Versioned>(
  request: (wait: { readonly seen: number; readonly waitMs: number }, signal: AbortSignal) => Promise<T>,
  pace?: PollPolicy,
): Followed<T> {
  const [followed, setFollowed] = useState<Followed<T>>({})
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
