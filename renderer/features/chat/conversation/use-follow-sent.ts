import { useEffect, useRef } from 'react'
import { useRunningCalls } from '../../../state/running-calls.ts'

/** Whoever sends a message wants to see it, and what comes of it, wherever they had scrolled to. */
export function useFollowSent(agentId: string | undefined, goToTail: () => void): void {
  const latest = useRef(goToTail)
  latest.current = goToTail
  useEffect(
    () =>
      useRunningCalls.subscribe(({ calls }, before) => {
        const newest = calls.at(-1)
        if (calls.length <= before.calls.length || newest?.kind !== 'send') return
        if (newest.agentId === agentId) latest.current()
      }),
    [agentId],
  )
}
