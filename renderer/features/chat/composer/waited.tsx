import { useNow } from '../../../ui/use-now.ts'

/** That an answer is awaited, and for how long; an answer that comes at once needs no sign. */
export function Waited({ since }: { readonly since: number }) {
  const seconds = Math.max(0, useNow(true) - since) / 1000
  return (
    <span className="waited muted num after-a-moment" role="timer" aria-label="Waiting for the agent">
      <span className="waited-word">Waiting </span>
      {seconds < 60
        ? `${seconds.toFixed(1)} s`
        : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`}
    </span>
  )
}
