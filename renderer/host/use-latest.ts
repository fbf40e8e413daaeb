import { useEffect, useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'

/** The latest of what the engine tells for as long as it is listened to. `follow` must stay the same function. */
export function useLatest<T>(
  client: EngineClient,
  follow: (client: EngineClient, options: { readonly signal: AbortSignal }) => Promise<AsyncIterable<T>>,
): T | undefined {
  const [latest, setLatest] = useState<T>()
  useEffect(() => {
    const stop = new AbortController()
    const listen = async () => {
      for await (const next of await follow(client, { signal: stop.signal })) setLatest(() => next)
    }
    // When the engine is gone, the gate around the window says so.
    listen().catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn('Lost the connection to the engine.', error)
    })
    return () => stop.abort()
  }, [client, follow])
  return latest
}
