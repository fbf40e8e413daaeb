import { useEffect } from 'react'
import { commandIds } from '#shared/commands.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { commandWith, isSign } from '#shared/keys.ts'
import { useEngine } from '../host/engine.tsx'
import { useKeys } from '../state/keys.ts'
import { runCommand, useCommands } from './commands.ts'
import { isWrittenIn, pressedKeys } from './keys.ts'

/** Runs commands by key and, in the desktop app, from the native menu. */
export function CommandKeys() {
  const { client, capabilities } = useEngine()

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const keys = pressedKeys(event)
      if (keys === undefined || (isSign(keys) && isWrittenIn(event.target))) return
      const id = commandWith(keys, useKeys.getState().choices)
      if (id && runCommand(id)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  useEffect(() => {
    if (!capabilities.nativeMenu) return
    const stop = new AbortController()
    void followMenu(client, stop.signal)
    const stopOffering = offerToMenu(client)
    return () => {
      stop.abort()
      stopOffering()
    }
  }, [client, capabilities])

  return null
}

async function followMenu(
  client: ReturnType<typeof useEngine>['client'],
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const id of await client.host.menuCommands(undefined, { signal })) runCommand(id)
  } catch (error) {
    if (!signal.aborted) console.error('Lost the connection to the menu.', error)
  }
}

/** A pane offers and withdraws commands many times while it renders: the menu is updated once. */
const soonMs = 100

/** Sends the native menu the commands that can run and their keys, whenever either changes. */
function offerToMenu(client: EngineClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let announced = ''

  function announce(): void {
    timer = undefined
    const { runs } = useCommands.getState()
    const offer = {
      commands: commandIds.filter((id) => runs[id] !== undefined),
      keys: [...useKeys.getState().choices],
    }
    const now = JSON.stringify(offer)
    if (now === announced) return
    announced = now
    // A stopped engine has no menu to update.
    client.host.offerCommands(offer).catch(() => undefined)
  }
  function changed(): void {
    timer ??= setTimeout(announce, soonMs)
  }

  changed()
  const stops = [useCommands.subscribe(changed), useKeys.subscribe(changed)]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
