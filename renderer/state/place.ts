// Where this window is, so that it comes back to that after a reload or a restart: what is selected, the conversation, the console's tab
// and the sessions that are open. What is gone by then is left out.

import type { EngineClient } from '#shared/contract/contract.ts'
import { maxKeptTabs, type Place } from '#shared/contract/preferences.ts'
import { useChat } from './chat.ts'
import { useConsole } from './console.ts'
import { useLooking } from './looking.ts'
import { useSelection } from './selection.ts'

/** What is selected in a kept session is of that session alone: of the live one it stays as it was last. */
let selected: Pick<Place, 'agentId' | 'taskId' | 'exchangeId' | 'lead'> = { lead: 'task' }

export function placeNow(): Place {
  const { tabs, current } = useLooking.getState()
  const { agentId, taskId, exchangeId, lead } = useSelection.getState()
  if (current === undefined) selected = { agentId, taskId, exchangeId, lead }
  const conversation = useChat.getState().shown[liveKey(selected.agentId)]
  return {
    ...selected,
    ...(conversation && { conversation }),
    consoleTab: useConsole.getState().tab,
    sessions: tabs.slice(-maxKeptTabs).map(({ sessionId, name }) => ({ sessionId, name })),
    ...(current !== undefined && { current }),
  }
}

export async function returnTo(client: EngineClient, place: Place): Promise<void> {
  const { agentId, conversation, consoleTab, current, sessions } = place
  useConsole.getState().setTab(consoleTab)
  const agents = await client.agents.list()
  if (agents.some(({ id }) => id === agentId)) {
    const { taskId, exchangeId, lead } = place
    selected = { agentId, taskId, exchangeId, lead }
    useSelection.setState(selected)
    if (conversation) useChat.getState().show(liveKey(agentId), conversation)
  }
  const open = await Promise.all(sessions.map(async (tab) => ((await isThere(client, tab)) ? [tab] : [])))
  for (const { sessionId, name } of open.flat()) useLooking.getState().open(sessionId, name)
  const isOpen = open.flat().some(({ sessionId }) => sessionId === current)
  useLooking.getState().show(isOpen ? current : undefined)
}

function liveKey(agentId: string | undefined): string {
  return `live ${agentId ?? ''}`
}

function isThere(client: EngineClient, { sessionId }: Place['sessions'][number]): Promise<boolean> {
  return client.sessions.open({ sessionId }).then(
    () => true,
    () => false,
  )
}
