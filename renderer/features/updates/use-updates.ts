import { useMutation } from '@tanstack/react-query'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { Updates } from '#shared/contract/updates.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { useLatest } from '../../host/use-latest.ts'

/** How it stands with newer versions, as long as somebody looks. */
export function useUpdates(): Updates | undefined {
  return useLatest(useLiveEngine().client, follow)
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.updates.follow(undefined, options)

export function useUpdateActions() {
  const { client } = useLiveEngine()
  return {
    allow: useMutation({ mutationFn: (allowed: boolean) => client.updates.allow({ allowed }) }),
    ask: useMutation({ mutationFn: () => client.updates.ask() }),
    bring: useMutation({ mutationFn: () => client.updates.bring() }),
    install: useMutation({ mutationFn: () => client.updates.install() }),
  }
}
