// Signing in to one agent: how, step by step with each exchange, and what came of it.

import { useMutation } from '@tanstack/react-query'
import { Check, Circle, LoaderCircle, Minus, X } from 'lucide-react'
import { useId } from 'react'
import type { AccessDescription } from '#shared/contract/access.ts'
import type { SignedIn, SignInStep } from '#shared/contract/sign-in.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useAccess } from '../use-access.ts'
import { WireLink } from '../wire-link.tsx'
import { runStates, stepTitles } from './grant-words.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignedInFacts } from './signed-in-facts.tsx'
import { useSignIn } from './use-sign-in.ts'
import { WaitingFor } from './waiting-for.tsx'
import './sign-in.css'

interface SignInDialogProps {
  readonly agentId: string
  /** The request that the agent refused. */
  readonly exchangeId: string | undefined
  readonly onClose: () => void
}

export function SignInDialog({ agentId, exchangeId, onClose }: SignInDialogProps) {
  const access = useAccess(agentId, exchangeId)
  const state = useSignIn(agentId)
  const formId = useId()
  const { client } = useEngine()
  const cancel = useMutation({ mutationFn: () => client.signIn.cancel({ agentId }) })
  const { run, signedIn, isLost } = state ?? {}
  const isRunning = run?.state === 'running'
  const ways = access.data?.signIns ?? []
  return (
    <Dialog
      title="Sign in"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {isRunning && <Button onClick={() => cancel.mutate()}>Cancel sign-in</Button>}
          {!isRunning && ways.length > 0 && state && (
            <Button primary type="submit" form={formId}>
              {signedIn || isLost ? 'Sign in again' : 'Sign in'}
            </Button>
          )}
        </>
      }
    >
      <Problem error={access.error} />
      {(access.isPending || state === undefined) && !access.error && (
        <p className="muted">Loading the card…</p>
      )}
      {access.data && state && (
        <>
          {signedIn && <SignedInFacts agentId={agentId} signedIn={signedIn} isRunning={isRunning} />}
          {isLost && (
            <p className="notice warning">
              <strong>Sign-in lost</strong>
              The system’s keyring can no longer open its token, so none is sent. Sign in again.
            </p>
          )}
          <Missing description={access.data} signedIn={signedIn} />
          {ways.length === 0 && !signedIn && <NoWay />}
          {run && (
            <section className="sign-in-run stack" aria-label="Steps">
              <p className="visually-hidden" role="status">
                {runStates[run.state]}
              </p>
              <SignInSteps steps={run.steps} />
              <WaitingFor agentId={agentId} run={run} />
              {run.refused.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they only ever come at the end
                <p key={index} className="notice warning">
                  {sentence}
                </p>
              ))}
            </section>
          )}
          {ways.length > 0 && (
            // What was typed outlasts a try that failed, and is forgotten once it worked.
            <div key={signedIn === undefined ? 'out' : signedIn.clientId} hidden={isRunning}>
              <SignInForm
                formId={formId}
                agentId={agentId}
                exchangeId={exchangeId}
                description={access.data}
                run={run}
                signedIn={signedIn}
              />
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}

function NoWay() {
  return (
    <div className="stack">
      <p>The card names no server to sign in at. If you have a token, set it under Access.</p>
      <Button onClick={() => useOpenDialog.getState().show('access')}>Access…</Button>
    </div>
  )
}

interface MissingProps {
  readonly description: AccessDescription
  readonly signedIn: SignedIn | undefined
}

/** The agent refused the token that there is for want of scopes. */
function Missing({ description: { missingScopes, signIns }, signedIn }: MissingProps) {
  const missing = missingScopes.filter((scope) => !signedIn?.scopes.includes(scope))
  if (missing.length === 0 || signIns.length === 0 || signedIn === undefined) return null
  return (
    <div className="notice warning">
      <strong>The token does not allow this</strong>
      <span>
        Sign in again with {missing.length === 1 ? 'the scope' : 'the scopes'}{' '}
        <UntrustedText text={missing.join(', ')} limit={400} />.
      </span>
    </div>
  )
}

const icons = { waiting: Circle, running: LoaderCircle, done: Check, failed: X, skipped: Minus } as const

/** Each step with its state in a word, what it did, and its exchanges. */
function SignInSteps({ steps }: { readonly steps: readonly SignInStep[] }) {
  return (
    <ol className="column gap-6" aria-label="Sign-in steps">
      {steps.map(({ name, state, sentence, exchangeIds }) => {
        const Icon = icons[state]
        return (
          <li key={name} className={`sign-in-step ${state}`}>
            <Icon size={13} />
            <span>{stepTitles[name]}</span>
            <span className="visually-hidden">{state}: </span>
            <span className="breaks">
              <UntrustedText text={sentence} limit={1000} />
              {exchangeIds.map((exchangeId, index) => (
                <span key={exchangeId}>
                  {' '}
                  <WireLink exchangeId={exchangeId}>
                    {exchangeIds.length === 1 ? 'exchange' : `exchange ${index + 1}`}
                  </WireLink>
                </span>
              ))}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
