// Where a window goes when what it shows was removed, here or in another window, and the way back.

import type { Agent } from '#shared/contract/agents.ts'
import type { Removal } from '#shared/contract/removals.ts'
import { useRemovals } from '../../state/removals.ts'
import { selectedNow, useSelection } from '../../state/selection.ts'
import { useLooking } from '../../state/viewing.ts'

/** `agents`: the list before the removal. */
export function leaveRemoved({ id, objects }: Removal, agents: readonly Agent[]): void {
  const removed = new Set(objects.flatMap((object) => (object.kind === 'agent' ? object.agentId : [])))
  const back = [leaveAgent(removed, agents)]
  for (const object of objects) if (object.kind === 'session') back.push(closeTab(object.sessionId))
  for (const go of back) if (go) useRemovals.getState().addWayBack(id, go)
}

type WayBack = (() => void) | undefined

/** A recording has its own agents. */
function leaveAgent(removed: ReadonlySet<string>, agents: readonly Agent[]): WayBack {
  const before = selectedNow()
  const { agentId } = before
  if (useLooking.getState().current !== undefined || agentId === undefined || !removed.has(agentId)) return
  const next = nextAgent(agents, agentId, removed)
  useSelection.getState().selectAgent(next)
  return () => {
    if (useSelection.getState().agentId === next) useSelection.getState().replace(before)
  }
}

/** The one after it, else the one before it. */
export function nextAgent(
  agents: readonly Pick<Agent, 'id'>[],
  agentId: string,
  removed: ReadonlySet<string>,
): string | undefined {
  const at = agents.findIndex(({ id }) => id === agentId)
  const stays = ({ id }: Pick<Agent, 'id'>) => !removed.has(id)
  const next = agents.slice(at + 1).find(stays) ?? agents.slice(0, Math.max(at, 0)).findLast(stays)
  return next?.id
}

function closeTab(sessionId: string): WayBack {
  const { tabs, current, close } = useLooking.getState()
  const tab = tabs.find((each) => each.sessionId === sessionId)
  if (!tab) return
  close(sessionId)
  return () => {
    const { current: now, open, show } = useLooking.getState()
    open(sessionId, tab.name)
    if (current !== sessionId || now !== undefined) show(now)
  }
}
