// Back and Forward through the user's selections. Each is a step; in a browser it is an entry of the browser's history, so that
// the browser's own buttons and keys work, and a reload keeps the steps.

import { create } from 'zustand'
import { isMembers } from '#shared/a2a/json-kinds.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { consoleTabs, maxKeptTabs, modes } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ConsoleTab, Place } from '#shared/contract/preferences.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { shownKeyOf, useChat } from './chat.ts'
import { useConsole } from './console.ts'
import { useScrolled } from './scrolled.ts'
import {
  type Selected,
  selectedNow,
  shownSession,
  toSelected,
  useMode,
  useScope,
  useSelection,
} from './selection.ts'
import { selectedIn, selectLive, useLooking } from './viewing.ts'

/** The state of an entry that has none. */
const bare = { sessionId: '' }

type Steps = Pick<KeptStep, 'at' | 'last'>

export const useSteps = create<Steps>(() => ({ at: 0, last: 0 }))

function stepNow(): Step {
  const { tabs, current } = useLooking.getState()
  const { agentId } = useSelection.getState()
  const { mode, comparison } = useMode.getState()
  return {
    mode,
    consoleTab: useConsole.getState().tab,
    ...defined({
      ...selectedNow(),
      current,
      comparison,
      name: tabs.find(({ sessionId }) => sessionId === current)?.name,
      conversation: useChat.getState().shown[chatKeyOf(current, agentId)],
    }),
  }
}

function chatKeyOf(current: string | undefined, agentId: string | undefined): string {
  return shownKeyOf(current ?? shownSession(useScope.getState()), agentId)
}

function goTo(step: Step): void {
  const { current, name = '', conversation, mode, consoleTab, comparison, ...selected } = step
  const { tabs, open, show } = useLooking.getState()
  // Opens a recording again that was closed meanwhile.
  if (current === undefined || tabs.some(({ sessionId }) => sessionId === current)) show(current)
  else open(current, name)
  useSelection.getState().replace(selected)
  if (conversation) useChat.getState().show(chatKeyOf(current, selected.agentId), conversation)
  useConsole.getState().setTab(consoleTab)
  useMode.getState().show(mode)
  useMode.getState().compare(comparison)
}

/** Keys that move through a list: the rows passed are no steps. */
const walking = /^(Arrow|Page|Home$|End$)/
// Changes without a click are written at this interval: a browser refuses hundreds of writes within seconds.
const restMs = 200

/** A change without a click or a key of the user replaces the current step. */
export function followSteps(): () => void {
  let shown = ''
  let acts: 'none' | 'walk' | 'go' = 'none'
  let walked = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function record(): void {
    clearTimeout(timer)
    timer = undefined
    const step = stepNow()
    const text = JSON.stringify(step)
    if (text === shown) return
    const isNew = shown !== '' && (acts === 'go' || (acts === 'walk' && !walked))
    walked = acts === 'walk' || (acts === 'none' && walked)
    acts = 'none'
    shown = text
    const { at, last } = useSteps.getState()
    const steps = isNew ? { at: at + 1, last: at + 1 } : { at, last }
    history[isNew ? 'pushState' : 'replaceState']({ ...steps, step }, '')
    useSteps.setState(steps)
  }
  function changed(): void {
    if (acts === 'go') queueMicrotask(record)
    else timer ??= setTimeout(record, restMs)
  }
  function acted(event: Event): void {
    const isWalk = event instanceof KeyboardEvent && walking.test(event.key)
    acts = isWalk ? 'walk' : 'go'
  }
  function returned({ state }: PopStateEvent): void {
    if (!isKeptStep(state)) return
    const { at, last, step } = state
    useSteps.setState((steps) => ({ at, last: Math.max(steps.last, last) }))
    acts = 'none'
    goTo(step)
    shown = ''
    record()
  }

  const { state }: { readonly state: unknown } = history
  const { at, last } = isKeptStep(state) ? state : { at: 0, last: 0 }
  useSteps.setState({ at, last })
  record()
  const stops = [useSelection, useLooking, useMode, useConsole, useChat].map((store) =>
    store.subscribe(changed),
  )
  const stop = new AbortController()
  const { signal } = stop
  for (const name of ['pointerdown', 'click', 'keydown'])
    window.addEventListener(name, acted, { capture: true, signal })
  window.addEventListener('popstate', returned, { signal })
  return () => {
    clearTimeout(timer)
    stop.abort()
    for (const each of stops) each()
  }
}

// The window's place in the browser's history, written by any version of Parley, so each member is checked. Not with the
// contract's schemas: they would load zod before the window renders.

interface Step extends Selected, Pick<Place, 'conversation' | 'mode' | 'current' | 'comparison'> {
  readonly consoleTab: ConsoleTab
  readonly name?: string | undefined
}

interface KeptStep {
  readonly at: number
  /** The newest step when this one was shown last: Forward ends there. */
  readonly last: number
  readonly step: Step
}

export function isPlace(value: unknown): value is Place {
  if (!isMembers(value) || !isSomewhere(value)) return false
  const { session, allSessions, consoleTab, mode, sessions, scrolled = [] } = value
  return (
    isText(session ?? '') &&
    typeof (allSessions ?? false) === 'boolean' &&
    isConsoleTab(consoleTab) &&
    isMode(mode) &&
    Array.isArray(sessions) &&
    sessions.every(isOpened) &&
    Array.isArray(scrolled) &&
    scrolled.every((each) => isMembers(each) && isText(each['list']) && isNotNegative(each['at']))
  )
}

export function isKeptStep(value: unknown): value is KeptStep {
  if (!isMembers(value) || !isCount(value['at']) || !isCount(value['last'])) return false
  const { step } = value
  if (!isMembers(step) || !isSomewhere(step)) return false
  const { consoleTab, mode, name } = step
  return isConsoleTab(consoleTab) && isMode(mode) && isText(name ?? '')
}

function isOpened(value: unknown): boolean {
  if (!isMembers(value)) return false
  const { sessionId, name, selected = {} } = value
  return isText(sessionId) && isText(name) && isMembers(selected) && isSomewhere(selected)
}

type Members = Readonly<Record<string, unknown>>

function isSomewhere(place: Members): boolean {
  const { card, problem, entrySeq, current, conversation, comparison = bare } = place
  const { agentId, taskId, exchangeId, pointer, spanKey, test } = place
  return (
    typeof (card ?? false) === 'boolean' &&
    [agentId, taskId, exchangeId, pointer, spanKey, test, current].every((each) => isText(each ?? '')) &&
    Number.isSafeInteger(entrySeq ?? 0) &&
    (problem === undefined || isProblem(problem)) &&
    (conversation === undefined || isConversation(conversation)) &&
    isMembers(comparison) &&
    [comparison['sessionId'], comparison['withId'] ?? ''].every(isText)
  )
}

function isProblem(value: unknown): boolean {
  return isMembers(value) && isText(value['rule']) && isText(value['agentId'] ?? '')
}

function isConversation(value: unknown): boolean {
  if (!isMembers(value)) return false
  const { kind, after, contextId, chatId, exchangeId } = value
  if (kind === 'newest') return isCount(after)
  return kind === 'conversation' && [contextId, chatId, exchangeId].every((each) => isText(each ?? ''))
}

function isConsoleTab(value: unknown): value is ConsoleTab {
  return consoleTabs.some((each) => each === value)
}

function isMode(value: unknown): boolean {
  return modes.some((each) => each === value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && isNotNegative(value)
}

function isNotNegative(value: unknown): boolean {
  return typeof value === 'number' && value >= 0
}

// Where this window is, to be restored after a reload or a restart: the selection, the conversation, the mode, the console's
// tab and the open sessions. Deleted things are left out.

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
  useConsole.getState().setTab(place.consoleTab)
  useMode.getState().show(place.mode)
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
  // An exchange or problem without an agent.
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

/** Limits the live window to a session; a new one is shown with nothing selected. */
export function enterSession(sessionId: string | undefined): void {
  if (useScope.getState().sessionId === sessionId) return
  useScope.setState({ sessionId, all: false })
  useScrolled.setState({ lists: [] })
  selectLive({ agentId: selectedIn(undefined).agentId })
}

/** Restores the window's place after a reconnect. */
export function reconnectEngine(client: EngineClient): Promise<void> {
  const place = placeNow()
  const { tabs, close } = useLooking.getState()
  for (const { sessionId } of tabs) close(sessionId)
  return returnTo(client, place)
}

/** Whether the conversation still exists; a chat without a sent message does. */
async function isHeld(
  client: EngineClient,
  agentId: string,
  source: NonNullable<Place['conversation']>,
): Promise<boolean> {
  if (source.kind === 'newest' || source.chatId !== undefined) return true
  const { conversation } = await client.story.rows({ agentId, of: source, open: [], limit: 1 })
  return conversation !== null
}

function isThere(client: EngineClient, { sessionId }: Place['sessions'][number]): Promise<boolean> {
  return client.sessions.find({ named: sessionId }).then(
    () => true,
    (error: unknown) => !isNotFound(error),
  )
}

function isNotFound(error: unknown): boolean {
  return (
    error instanceof Error && 'data' in error && isMembers(error.data) && error.data['kind'] === 'not-found'
  )
}
