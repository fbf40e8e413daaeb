// The live record as its window shows it: of one session, unless all of them are asked for.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import { type EngineAccess, queriesOf, useEngine } from '../host/engine.tsx'
import { queryClient } from '../host/query-client.ts'
import { enterSession } from '../state/place.ts'
import { shownSession, useScope } from '../state/scope.ts'
import { listed, listedByEngine } from './recorded-client.ts'

export function useScoped(): EngineAccess {
  const live = useEngine()
  const { data } = useQuery(live.queries.sessions.recording.queryOptions(), queryClient)
  useEffect(() => {
    if (data !== undefined) enterSession(data.shownId)
  }, [data])
  const scope = useScope(shownSession)
  const scoped = useMemo(() => (scope === undefined ? live : scopedTo(live, scope)), [live, scope])
  // What was asked of other sessions is no answer any more.
  const shown = useRef(scoped)
  useEffect(() => {
    if (shown.current === scoped) return
    shown.current = scoped
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [asked] }) => isListed([asked].flat()[0]) })
  }, [scoped])
  return scoped
}

function isListed(asked: unknown): boolean {
  return typeof asked === 'string' && Object.hasOwn(listed, asked)
}

/** A client has no members of its own to copy. */
function over<Client extends object>(below: Client, above: Partial<Client>): Client {
  return new Proxy(below, { get: (target, name) => Reflect.get(name in above ? above : target, name) })
}

function scopedTo(live: EngineAccess, scope: string): EngineAccess {
  const { console, ...others } = listedByEngine(live.client, (input) => ({ sessionId: scope, ...input }))
  const client = over<EngineClient>(live.client, { ...others, console: over(live.client.console, console) })
  return { ...live, client, queries: queriesOf(client), scope }
}
