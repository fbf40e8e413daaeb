import { useEffect, useState } from 'react'
import { maxLanes, type TaskLane, type TimelineTask } from '#shared/contract/timeline.ts'
import { useEngine } from '../../../host/engine.tsx'
import { followVersions } from '../../../record/follow-versions.ts'

/** Several tasks on one clock, as they grow; nothing is asked for fewer than two. */
export function useLanes(tasks: readonly TimelineTask[]): readonly TaskLane[] {
  const { client } = useEngine()
  const [lanes, setLanes] = useState<readonly TaskLane[]>([])
  const key = JSON.stringify(tasks.slice(-maxLanes))
  useEffect(() => {
    const asked: TimelineTask[] = JSON.parse(key)
    if (asked.length < 2) return setLanes([])
    const stop = new AbortController()
    followVersions(
      (wait) => client.timeline.lanes({ tasks: asked, ...wait }, { signal: stop.signal }),
      (answer) => setLanes(answer.lanes),
      stop.signal,
    ).catch(() => {
      // The timeline of the task on screen says what is wrong.
    })
    return () => stop.abort()
  }, [client, key])
  return lanes
}
