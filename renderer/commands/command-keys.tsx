import { useEffect } from 'react'
import { commandWith, isSign } from '#shared/keys.ts'
import { useEngine } from '../host/engine.tsx'
import { useKeys } from '../state/keys.ts'
import { runCommand } from './commands.ts'
import { isMac, isWrittenIn, pressedKeys } from './keys.ts'
import { offerToMenu } from './offer-to-menu.ts'

/** Runs commands by key, and by the native menu where there is one. */
export function CommandKeys() {
  const { client, capabilities } = useEngine()

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const keys = pressedKeys(event, isMac)
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
