// What a component needs of the engine: the typed client and its react-query form.

import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import { createContext, useContext, useEffect, useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'
import type { OpenedSession } from '#shared/contract/sessions.ts'

/** What can be done with what the panes show: given by what answers them. */
interface Abilities {
  /** Agents can be called, and can call back. */
  readonly canCall: boolean
  /** Exchanges can be pinned, marked and noted. */
  readonly canAnnotate: boolean
  /** An exchange can be written as code, a file or a report. */
  readonly canExport: boolean
  /** What happens now is shown: clocks run, and lists can be paused and cleared. */
  readonly canFollow: boolean
  /** Runs of checks can be read. */
  readonly hasChecks: boolean
}

export interface EngineAccess extends Abilities {
  readonly client: EngineClient
  readonly queries: RouterUtils<EngineClient>
  readonly capabilities: HostCapabilities
  /** The kept session that is shown. */
  readonly recorded?: OpenedSession
  /** The only session that is shown of the live record. */
  readonly scope?: string
}

export function queriesOf(client: EngineClient): RouterUtils<EngineClient> {
  return createTanstackQueryUtils(client)
}

const EngineContext = createContext<EngineAccess | undefined>(undefined)

export const EngineProvider = EngineContext.Provider

export function useEngine(): EngineAccess {
  const access = useContext(EngineContext)
  if (!access) throw new Error('useEngine outside of EngineProvider')
  return access
}

const LiveContext = createContext<EngineAccess | undefined>(undefined)

export const LiveProvider = LiveContext.Provider

/** The engine itself, whatever the panes look at: for what is about sessions and not of one. */
export function useLiveEngine(): EngineAccess {
  const access = useContext(LiveContext)
  if (!access) throw new Error('useLiveEngine outside of LiveProvider')
  return access
}

/** The sentence of a fault, or of whatever else was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

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
    // When the engine is gone, the gate around the window reports it.
    listen().catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn('Lost the connection to the engine.', error)
    })
    return () => stop.abort()
  }, [client, follow])
  return latest
}
