import { useAgents } from './features/agent/index.ts'
import { useSessionList } from './features/sessions/index.ts'
import { useEngine } from './host/engine.tsx'
import { useCompose } from './state/compose.ts'
import { useSelection } from './state/selection.ts'

/** Whether nothing was recorded and no agent was added. */
export function useIsFirst(): boolean {
  const { recorded } = useEngine()
  const isSelected = useSelection(
    ({ agentId, exchangeId }) => agentId !== undefined || exchangeId !== undefined,
  )
  const isWriting = useCompose(({ composed }) => composed !== undefined)
  const { data: agents = [] } = useAgents()
  const isBare = !recorded && !isSelected && !isWriting && agents.length === 0
  const sessions = useSessionList(isBare).data?.pages.flatMap((page) => page.sessions) ?? []
  // The running session is in the list.
  return isBare && sessions.length <= 1 && sessions.every(({ exchanges }) => exchanges === 0)
}
