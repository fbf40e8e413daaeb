import { useEngine } from '../../../host/engine.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useSignIn } from './use-sign-in.ts'

interface SignInFactProps {
  readonly agentId: string
  /** The card names a server. */
  readonly isOffered: boolean
}

/** Beside what the card asks for: signs in, or says who is. */
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
