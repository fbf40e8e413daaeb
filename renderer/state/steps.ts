// The way through the window: each thing that its user went to is a step. Back and Forward go through them; in a browser they are its
// history's, so that its own buttons and keys do the same, and a reload keeps them.

import { create } from 'zustand'
import { defined } from '#shared/defined.ts'
import { shownKeyOf, useChat } from './chat.ts'
import { useConsole } from './console.ts'
import { isKeptStep, type KeptStep, type Step } from './kept-place.ts'
import { useLooking } from './looking.ts'
import { useMode } from './mode.ts'
import { shownSession, useScope } from './scope.ts'
import { selectedNow, useSelection } from './selection.ts'

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
  const { current, name = '', conversation, mode = 'chat', consoleTab, comparison, ...selected } = step
  const { tabs, open, show } = useLooking.getState()
  // A recording that was closed meanwhile is opened again.
  if (current === undefined || tabs.some(({ sessionId }) => sessionId === current)) show(current)
  else open(current, name)
  useSelection.getState().replace(selected)
  if (conversation) useChat.getState().show(chatKeyOf(current, selected.agentId), conversation)
  useConsole.getState().setTab(consoleTab)
  useMode.getState().show(mode)
  useMode.getState().compare(comparison)
}

/** Keys that walk through a list: its rows on the way are no steps of their own. */
const walking = /^(Arrow|Page|Home$|End$)/
// Between what is written of changes without a click; a browser refuses hundreds in a few seconds.
const restMs = 200

/** What changes by itself, without a click or a key of the user's, takes the place of the step before. */
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
