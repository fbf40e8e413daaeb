import { useEffect, useMemo } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { SignInState } from '#shared/contract/sign-in.ts'
import { useEngine, useLatest, useLiveEngine } from '../../../host/engine.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useShowCurrent } from '../use-discovery.ts'

interface SignInFactProps {
  readonly agentId: string
  /** The card names a server. */
  readonly isOffered: boolean
}

/** Beside the required credentials: signs in, or shows the account. */
export function SignInFact(props: SignInFactProps) {
  return useEngine().canCall ? <LiveFact key={props.agentId} {...props} /> : null
}

function LiveFact({ agentId, isOffered }: SignInFactProps) {
  const state = useSignIn(agentId)
  const { signedIn, isLost } = state ?? {}
  if (!isOffered && signedIn === undefined && !isLost) return null
  return (
    <>
      {' '}
      <LinkButton onClick={() => useOpenDialog.getState().show('sign-in')}>
        {signedIn === undefined ? (
          isLost ? (
            'Sign in again…'
          ) : (
            'Sign in…'
          )
        ) : (
          <UntrustedText
            text={signedIn.account ? `Signed in as ${signedIn.account}` : 'Signed in'}
            limit={100}
          />
        )}
      </LinkButton>
    </>
  )
}

/** The state of a sign-in; undefined until the engine has reported it. */
export function useSignIn(agentId: string): SignInState | undefined {
  const follow = useMemo(
    () => (client: EngineClient, options: { readonly signal: AbortSignal }) =>
      client.signIn.follow({ agentId }, options),
    [agentId],
  )
  return useLatest(useLiveEngine().client, follow)
}

/** After each sign-in in any window, shows the current card and credentials: the engine has read the card with the token. */
export function useShowAfterSignIn(agentId: string): void {
  const state = useSignIn(agentId)
  const showCurrent = useShowCurrent()
  const { signedIn, run } = state ?? {}
  const used = run?.steps.find(({ name }) => name === 'use')?.state
  const token = `${signedIn?.way.id} ${signedIn?.account} ${run?.state} ${used}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows it once for each sign-in
  useEffect(() => {
    if (state !== undefined && run?.state !== 'running' && used !== 'running') void showCurrent(agentId)
  }, [token, agentId])
}
