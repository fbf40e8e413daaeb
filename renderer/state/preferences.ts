// The window's look and where it is, read from the engine at start and written back when they have changed and come to rest.

import type { EngineClient } from '#shared/contract/contract.ts'
import type { Preferences } from '#shared/contract/preferences.ts'
import { useChat } from './chat.ts'
import { useConsole } from './console.ts'
import { useLayout } from './layout.ts'
import { useLooking } from './looking.ts'
import { placeNow, returnTo } from './place.ts'
import { usePresenting } from './presenting.ts'
import { useSelection } from './selection.ts'
import { useTheme } from './theme.ts'

const restMs = 300

export async function restorePreferences(client: EngineClient): Promise<void> {
  const kept = await client.preferences.read()
  if (!kept) return
  useTheme.getState().setTheme(kept.theme)
  useLayout.getState().setPanes(kept.panes)
  usePresenting.getState().prepare(kept.prompts ?? [])
  if (kept.place) await returnTo(client, kept.place)
}

export function keepPreferences(client: EngineClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = JSON.stringify(current())

  function write(): void {
    const now = current()
    const text = JSON.stringify(now)
    if (text === written) return
    written = text
    // A look that could not be kept is not worth a message.
    client.preferences.write(now).catch(() => undefined)
  }
  function changed(): void {
    clearTimeout(timer)
    timer = setTimeout(write, restMs)
  }

  const stores = [useTheme, useLayout, usePresenting, useSelection, useConsole, useLooking, useChat]
  const stops = stores.map((store) => store.subscribe(changed))
  window.addEventListener('pagehide', write)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', write)
    for (const stop of stops) stop()
  }
}

function current(): Preferences {
  const { prompts } = usePresenting.getState()
  return {
    theme: useTheme.getState().theme,
    panes: useLayout.getState().panes,
    place: placeNow(),
    ...(prompts.length > 0 && { prompts: [...prompts] }),
  }
}
