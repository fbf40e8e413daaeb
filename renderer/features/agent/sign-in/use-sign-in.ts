import { useMemo } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { SignInState } from '#shared/contract/sign-in.ts'
import { useLiveEngine } from '../../../host/engine.tsx'
import { useLatest } from '../../../host/use-latest.ts'

/** How far a sign-in is, and what it brought; undefined until the engine has said. */
export function useSignIn(agentId: string): SignInState | undefined {
  const follow = useMemo(
    () => (client: EngineClient, options: { readonly signal: AbortSignal }) =>
      client.signIn.follow({ agentId }, options),
    [agentId],
  )
  return useLatest(useLiveEngine().client, follow)
}
