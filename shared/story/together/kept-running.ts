// What went on below a task after it was canceled.

import { isSettled } from '../../a2a/task-states.ts'
import { defined } from '../../defined.ts'
import type { Call, Item } from './calls.ts'
import type { KeptRunning } from './sequence.ts'

/** Calls below a canceled task that are named, the first. */
const maxKeptRunning = 50

export function keptRunning({ task, sinceMs }: Item): readonly KeptRunning[] {
  const found: KeptRunning[] = []
  const seen = new Set<Call>()
  const look = (calls: readonly Call[]) => {
    for (const call of calls) {
      if (seen.has(call) || found.length >= maxKeptRunning) continue
      seen.add(call)
      const kept = afterwards(call, sinceMs)
      if (kept) found.push(kept)
      look(call.below)
    }
  }
  look(task?.calls.flatMap(({ below }) => below) ?? [])
  return found
}

function afterwards({ to, task, sinceMs, endedMs }: Call, canceledMs: number): KeptRunning | undefined {
  const callEnd = endedMs === undefined ? undefined : sinceMs + endedMs
  const isOver = task?.state === undefined ? callEnd !== undefined : isSettled(task.state)
  const overMs = Math.max(callEnd ?? 0, isOver ? (task?.sinceMs ?? 0) : 0)
  if (isOver && overMs <= canceledMs) return undefined
  return {
    lane: to,
    ...defined({ state: task?.state }),
    ...(isOver && { endedMs: overMs - canceledMs }),
  }
}
