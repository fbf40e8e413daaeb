import { useCallback } from 'react'
import type { Reach } from '#shared/contract/card.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useEngine } from '../../host/engine.tsx'
import { useLatest } from '../../host/use-latest.ts'
import { useConfigure } from './use-discovery.ts'

/** Whether anything answered at the agent's address; undefined in a recording. */
export function useReach(agentId: string): Reach | undefined {
  const { client, canCall } = useEngine()
  const follow = useCallback(
    (engine: EngineClient, options: { readonly signal: AbortSignal }) =>
      canCall ? engine.card.reach({ agentId }, options) : Promise.resolve(noReach()),
    [agentId, canCall],
  )
  return useLatest(client, follow)
}

async function* noReach(): AsyncGenerator<Reach> {}

/** Calls the agent at another address than the card names from now on; without one, at the card's again. */
export function useSubstitute(agentId: string) {
  const configure = useConfigure(agentId)
  return {
    ...configure,
    substitute: (from: string, to: string | undefined, onSuccess?: () => void) =>
      configure.mutate(
        ({ substitutes, ...now }) => ({
          ...now,
          substitutes: [
            ...substitutes.filter((each) => each.from !== from),
            ...(to === undefined ? [] : [{ from, to }]),
          ],
        }),
        { ...(onSuccess && { onSuccess }) },
      ),
  }
}
