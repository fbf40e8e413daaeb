// Where this window is, so that it comes back to that after a reload or a restart: what is selected, the conversation, the mode, the
// console's tab and the sessions that are open. What is gone by then is left out.

import { isMembers } from '#shared/a2a/json-kinds.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { maxKeptTabs } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { Place } from '#shared/contract/preferences.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { shownKeyOf, useChat } from './chat.ts'
import { useConsole } from './console.ts'
import { selectedIn, selectLive, useLooking } from './looking.ts'
import { useMode } from './mode.ts'
import { shownSession, useScope } from './scope.ts'
import { useScrolled } from './scrolled.ts'
import { toSelected, useSelection } from './selection.ts'

export function placeNow(): Place {
  const { tabs, current } = useLooking.getState()
  const { mode, comparison } = useMode.getState()
  const scope = useScope.getState()
  const { card, ...selected } = selectedIn(undefined)
  const { agentId } = selected
  const conversation = useChat.getState().shown[shownKeyOf(shownSession(scope), agentId)]
  return {
    ...defined(selected),
    ...(card && { card }),
    ...defined({ session: scope.sessionId }),
    ...(scope.all && { allSessions: true }),
    ...defined({ scopeAgentId: scope.agentId }),
    ...defined({ conversation }),
    mode,
    ...defined({ comparison }),
    consoleTab: useConsole.getState().tab,
    scrolled: [...useScrolled.getState().lists],
    sessions: tabs.slice(-maxKeptTabs).map(({ sessionId, name }) => ({
      sessionId,
      name: shorten(name, maxNameChars - 1),
      selected: defined(selectedIn(sessionId)),
    })),
    ...defined({ current }),
  }
}

export async function returnTo(client: EngineClient, place: Place): Promise<void> {
  const { mode = 'chat', consoleTab } = place
  useConsole.getState().setTab(consoleTab === 'checks' ? 'wire' : consoleTab)
  useMode.getState().show(consoleTab === 'checks' ? 'checks' : mode)
  const { agentId, current, sessions } = place
  const isSame = place.session === useScope.getState().sessionId
  if (isSame) useScope.getState().showAll(place.allSessions ?? false)
  if (isSame) useScrolled.setState({ lists: place.scrolled ?? [] })
  useScope.getState().showAgent(place.scopeAgentId)
  const agents = await client.agents.list()
  if (agentId !== undefined && agents.some(({ id }) => id === agentId)) {
    selectLive({ agentId, card: place.card })
    if (isSame) await returnToAgent(client, agentId, place)
  }
  // What was sent without an agent.
  const isAlone = agentId === undefined && (place.problem ?? place.exchangeId) !== undefined
  if (isSame && isAlone) selectLive(toSelected(place))
  const there = await Promise.all(sessions.map((tab) => isThere(client, tab)))
  const open = sessions.filter((_, index) => there[index])
  for (const { sessionId, name, selected = {} } of open) {
    useLooking.getState().open(sessionId, name)
    useSelection.getState().replace(selected)
  }
  const isOpen = open.some(({ sessionId }) => sessionId === current)
  useLooking.getState().show(isOpen ? current : undefined)
  if (isOpen || current === undefined) useMode.getState().compare(place.comparison)
}

async function returnToAgent(client: EngineClient, agentId: string, place: Place): Promise<void> {
  const { conversation } = place
  selectLive(toSelected(place))
  if (conversation && (await isHeld(client, agentId, conversation)))
    useChat.getState().show(shownKeyOf(shownSession(useScope.getState()), agentId), conversation)
}

/** The session the live window is about from now on: a new one is shown alone, and nothing in it is selected yet. */
export function enterSession(sessionId: string | undefined): void {
  if (useScope.getState().sessionId === sessionId) return
  useScope.setState({ sessionId, all: false })
  useScrolled.setState({ lists: [] })
  selectLive({ agentId: selectedIn(undefined).agentId })
}

/** To another engine on the same data, from where this window is. */
export function comeBack(client: EngineClient): Promise<void> {
  const place = placeNow()
  const { tabs, close } = useLooking.getState()
  for (const { sessionId } of tabs) close(sessionId)
  return returnTo(client, place)
}

/** A chat from which nothing was sent yet is there, too. */
async function isHeld(
  client: EngineClient,
  agentId: string,
  of: NonNullable<Place['conversation']>,
): Promise<boolean> {
  if (of.kind === 'newest' || of.chatId !== undefined) return true
  const { conversation } = await client.story.rows({ agentId, of, open: [], limit: 1 })
  return conversation !== null
}

function isThere(client: EngineClient, { sessionId }: Place['sessions'][number]): Promise<boolean> {
  return client.sessions.find({ named: sessionId }).then(
    () => true,
    (error: unknown) => !isNotFound(error),
  )
}

/** A fault of the engine, as its kind crosses the contract. */
function isNotFound(error: unknown): boolean {
  return (
    error instanceof Error && 'data' in error && isMembers(error.data) && error.data['kind'] === 'not-found'
  )
}
