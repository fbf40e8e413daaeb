// Gives components the engine: the typed client and its react-query form.

import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import { createContext, useContext, useEffect, useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'
import type { OpenedSession } from '#shared/contract/sessions.ts'

/** What the panes can do with the record they show. */
interface Abilities {
  /** Agents can be called and can send webhook calls. */
  readonly canCall: boolean
  /** Exchanges can be pinned, labelled and annotated. */
  readonly canAnnotate: boolean
  /** Exchanges can be exported as code, a file or a report. */
  readonly canExport: boolean
  /** The record is live: clocks run, and lists can be paused and cleared. */
  readonly canFollow: boolean
  readonly hasChecks: boolean
}

export interface EngineAccess extends Abilities {
  readonly client: EngineClient
  readonly queries: RouterUtils<EngineClient>
  readonly capabilities: HostCapabilities
  /** The session, where a saved one is shown. */
  readonly recorded?: OpenedSession
  /** The id of the session to which the live record is limited. */
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

/** The live engine, also while the panes show a saved session. */
export function useLiveEngine(): EngineAccess {
  const access = useContext(LiveContext)
  if (!access) throw new Error('useLiveEngine outside of LiveProvider')
  return access
}

/** The latest value of a subscription. `follow` must be a stable function. */
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
    // When the engine has stopped, EngineGate shows that.
    listen().catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn('Lost the connection to the engine.', error)
    })
    return () => stop.abort()
  }, [client, follow])
  return latest
}
