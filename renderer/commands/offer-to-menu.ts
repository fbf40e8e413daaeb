import { commandIds } from '#shared/commands.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useKeys } from '../state/keys.ts'
import { useCommands } from './commands.ts'

/** What a pane offers changes many times while it is drawn. */
const soonMs = 100

/** Tells the native menu what can run now and with which keys, whenever that has changed. */
export function offerToMenu(client: EngineClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = ''

  function tell(): void {
    timer = undefined
    const { runs } = useCommands.getState()
    const offer = {
      commands: commandIds.filter((id) => runs[id] !== undefined),
      keys: [...useKeys.getState().choices],
    }
    const now = JSON.stringify(offer)
    if (now === told) return
    told = now
    // An engine that is gone has no menu either.
    client.host.offerCommands(offer).catch(() => undefined)
  }
  function changed(): void {
    timer ??= setTimeout(tell, soonMs)
  }

  changed()
  const stops = [useCommands.subscribe(changed), useKeys.subscribe(changed)]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
