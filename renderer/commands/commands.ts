// Runs commands. A feature registers what a command does while it is on screen; the palette, the keys and the native menu all
// call `runCommand`.

import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import type { CommandId } from '#shared/commands.ts'

type Run = () => void

interface CommandState {
  readonly runs: Readonly<Partial<Record<CommandId, Run>>>
  offer(id: CommandId, run: Run): () => void
}

let awaited: CommandId | undefined

export const useCommands = create<CommandState>((set) => ({
  runs: {},
  offer(id, run) {
    set(({ runs }) => ({ runs: { ...runs, [id]: run } }))
    if (id === awaited) {
      awaited = undefined
      run()
    }
    return () =>
      set(({ runs }) => {
        if (runs[id] !== run) return {}
        const { [id]: _gone, ...rest } = runs
        return { runs: rest }
      })
  },
}))

/** Offers `run` for the command while the component is shown and `enabled` holds. */
export function useCommand(id: CommandId, run: Run, enabled = true): void {
  const runLatest = useEffectEvent(run)
  const offer = useCommands((state) => state.offer)
  useEffect(() => (enabled ? offer(id, () => runLatest()) : undefined), [id, enabled, offer])
}

/** Runs a command as soon as a component registers it. The user's next click or key cancels this. */
export function runOnceOffered(id: CommandId): void {
  awaited = id
  const stop = new AbortController()
  const forget = () => {
    awaited = undefined
    stop.abort()
  }
  for (const act of ['pointerdown', 'keydown'])
    window.addEventListener(act, forget, { capture: true, signal: stop.signal })
}

export function runCommand(id: CommandId): boolean {
  const run = useCommands.getState().runs[id]
  run?.()
  return run !== undefined
}
