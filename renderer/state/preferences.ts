// The window's look and place: read from the engine at start, and written soon after each change, since an engine may stop at
// any time.

import { create } from 'zustand'
import { maxRecentCommands } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { Place, Preferences } from '#shared/contract/preferences.ts'
import { defined } from '#shared/defined.ts'
import { useLook, useTheme } from './appearance.ts'
import { useChat } from './chat.ts'
import { useColumns } from './columns.ts'
import { useConsole } from './console.ts'
import { useCallDefaults } from './draft.ts'
import { useKeys } from './keys.ts'
import { useLayout } from './layout.ts'
import { isPlace, placeNow, returnTo } from './navigation.ts'
import { usePresenting } from './presenting.ts'
import { useScrolled } from './scrolled.ts'
import { useMode, useScope, useSelection } from './selection.ts'
import { useLooking } from './viewing.ts'

export const useRecentCommands = create<RecentCommands>((set) => ({
  ids: [],
  add: (id) =>
    set(({ ids }) => ({ ids: [id, ...ids.filter((each) => each !== id)].slice(0, maxRecentCommands) })),
}))

export const useRetention = create<Retention>(() => ({ keepDays: 0 }))

export const keepChoices = [0, 7, 30, 90, 365] as const

const soonMs = 300

export async function restorePreferences(client: EngineClient): Promise<void> {
  const { theme, density, motion, fonts, panes, prompts, place, keys, columns, calls, keepDays, recent } =
    await client.preferences.read()
  if (theme) useTheme.getState().setTheme(theme)
  useLook.setState(defined({ density, motion, fonts }))
  if (panes) useLayout.getState().setPanes(panes)
  if (prompts) usePresenting.getState().prepare(prompts)
  if (calls) useCallDefaults.getState().set(calls)
  if (keepDays !== undefined) useRetention.setState({ keepDays })
  if (keys) useKeys.getState().set(keys)
  if (recent) useRecentCommands.setState({ ids: recent })
  if (columns) useColumns.setState({ choices: columns })
  const last = placeOfReload() ?? place
  // A failed restore must not keep the window from opening.
  if (last) await returnTo(client, last).catch(() => undefined)
}

const placeKey = 'parley.place'

/** The engine stores the place of the window that changed last; a reload restores this window's own. */
function keepForReload(place: Preferences['place']): void {
  try {
    window.sessionStorage.setItem(placeKey, JSON.stringify(place))
  } catch {
    // Without session storage, a reload restores the engine's place.
  }
}

function placeOfReload(): Place | undefined {
  try {
    const last: unknown = JSON.parse(window.sessionStorage.getItem(placeKey) ?? '')
    return isPlace(last) ? last : undefined
  } catch {
    return undefined
  }
}

/** Writes only what this window changed: another window may have changed the rest. */
export function keepPreferences(client: EngineClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = texts(current())

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const now = current()
    const before = written
    written = texts(now)
    keepForReload(now.place)
    const changes = Object.entries(now).filter(([name]) => before.get(name) !== written.get(name))
    if (changes.length === 0) return
    // A failed write is not worth a message.
    client.preferences.write(Object.fromEntries(changes)).catch(() => undefined)
  }
  function changed(): void {
    timer ??= setTimeout(write, soonMs)
  }

  const stores = [
    useTheme,
    useLayout,
    usePresenting,
    useSelection,
    useMode,
    useConsole,
    useLooking,
    useChat,
    useKeys,
    useColumns,
    useCallDefaults,
    useLook,
    useRecentCommands,
    useRetention,
    useScope,
    useScrolled,
  ]
  const stops = stores.map((store) => store.subscribe(changed))
  window.addEventListener('pagehide', write)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', write)
    for (const stop of stops) stop()
  }
}

function texts(preferences: Preferences): ReadonlyMap<string, string> {
  return new Map(Object.entries(preferences).map(([name, value]) => [name, JSON.stringify(value)]))
}

function current(): Preferences {
  const { panes, agentsBeside, unfolded } = useLayout.getState()
  return {
    theme: useTheme.getState().theme,
    density: useLook.getState().density,
    motion: useLook.getState().motion,
    fonts: useLook.getState().fonts,
    panes: { ...panes, agentsBeside, unfolded: [...unfolded] },
    prompts: [...usePresenting.getState().prompts],
    place: placeNow(),
    calls: useCallDefaults.getState().defaults,
    keys: [...useKeys.getState().choices],
    columns: [...useColumns.getState().choices],
    keepDays: useRetention.getState().keepDays,
    recent: [...useRecentCommands.getState().ids],
  }
}

// How long sessions are kept; the engine deletes older ones.

interface Retention {
  /** 0: sessions are deleted by hand only. */
  readonly keepDays: number
}

// The commands last run from the palette, the newest first. Stored by preferences.ts.

interface RecentCommands {
  /** May be ids of another version. */
  readonly ids: readonly string[]
  add(id: string): void
}
