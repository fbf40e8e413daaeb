import { useEffect } from 'react'
import { useEngine } from '../host/engine.tsx'
import { runCommand } from './commands.ts'
import { commandOfKey, isMac } from './keys.ts'

/** Runs commands by key, and by the native menu where there is one. */
export function CommandKeys() {
  const { client, capabilities } = useEngine()

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const id = commandOfKey(event, isMac)
      if (id && runCommand(id)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  useEffect(() => {
    if (!capabilities.nativeMenu) return
    const stop = new AbortController()
    void followMenu(client, stop.signal)
    return () => stop.abort()
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
    if (!signal.aborted) console.error('The menu can no longer be followed.', error)
  }
}
