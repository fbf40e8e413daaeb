// Sign-in to one agent: its options, its steps with their exchanges, and the result.

import { useMutation } from '@tanstack/react-query'
import { Check, Circle, LoaderCircle, Minus, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { AccessDescription } from '#shared/contract/access.ts'
import type { SignedIn, SignInState, SignInStep } from '#shared/contract/sign-in.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useAccess } from '../use-discovery.ts'
import { WireLink } from '../wire-link.tsx'
import { runStates, stepTitles } from './grant-words.ts'
import { useSignIn } from './sign-in-fact.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignedInFacts, WaitingFor } from './sign-in-status.tsx'
import '../dialogs.css'

export interface SignInProps {
  readonly agentId: string
  /** The request that the agent refused. */
  readonly exchangeId: string | undefined
  readonly onClose: () => void
}

/** As a dialog, from the address, the card or the inspector. */
export function SignInDialog(props: SignInProps) {
  return (
    <SignIn {...props}>
      {(steps, actions) => (
        <Dialog title="Sign in" onClose={props.onClose} actions={actions}>
          {steps}
        </Dialog>
      )}
    </SignIn>
  )
}

/** Below the refused message, which stays in sight. Without buttons once it is done: the next step is to retry. */
export function SignInHere(props: SignInProps & { readonly isThrough: boolean }) {
  return (
    <SignIn {...props}>
      {(steps, actions) => (
        // The notice around it is a live region; a form should not be.
        <section className="sign-in-here stack py-12" aria-label="Sign in" aria-live="off">
          {steps}
          {!props.isThrough && <div className="line gap-8">{actions}</div>}
        </section>
      )}
    </SignIn>
  )
}

interface FramedProps extends SignInProps {
  children(steps: ReactNode, actions: ReactNode): ReactNode
}

function SignIn({ agentId, exchangeId, onClose, children }: FramedProps) {
  const access = useAccess(agentId, exchangeId)
  const state = useSignIn(agentId)
  const formId = useId()
  const { signedIn, run } = state ?? {}
  const isRunning = run?.state === 'running'
  const options = access.data?.signIns ?? []
  const missing = missingScopes(access.data, signedIn)
  /** `signedInAt` of the sign-in to replace. */
  const [replaced, setReplaced] = useState<number>()
  const signedInAt = signedIn && (signedIn.signedInAt ?? 0)
  const isDone = signedInAt !== undefined && missing.length === 0 && replaced !== signedInAt
  const steps = (
    <>
      <Problem error={access.error} />
      {(access.isPending || state === undefined) && !access.error && <p className="dim">Loading the card…</p>}
      {access.data && state && (
        <SignInBody
          agentId={agentId}
          exchangeId={exchangeId}
          formId={formId}
          description={access.data}
          state={state}
          missing={missing}
          hidesForm={isRunning || isDone}
        />
      )}
    </>
  )
  if (isDone && !isRunning)
    return children(
      steps,
      <>
        {options.length > 0 && <Button onClick={() => setReplaced(signedInAt)}>Sign in again</Button>}
        <Button primary onClick={onClose}>
          Done
        </Button>
      </>,
    )
  return children(
    steps,
    <>
      <Button onClick={onClose}>Close</Button>
      {isRunning && <CancelButton agentId={agentId} />}
      {!isRunning && options.length > 0 && state && (
        <Button primary type="submit" form={formId}>
          {signedIn || state.isLost ? 'Sign in again' : 'Sign in'}
        </Button>
      )}
    </>,
  )
}

function CancelButton({ agentId }: { readonly agentId: string }) {
  const { client } = useEngine()
  const cancel = useMutation({ mutationFn: () => client.signIn.cancel({ agentId }) })
  return <Button onClick={() => cancel.mutate()}>Cancel sign-in</Button>
}

interface SignInBodyProps extends Omit<SignInProps, 'onClose'> {
  readonly formId: string
  readonly description: AccessDescription
  readonly state: SignInState
  readonly missing: readonly string[]
  readonly hidesForm: boolean
}

function SignInBody(props: SignInBodyProps) {
  const { agentId, exchangeId, formId, description, state, missing, hidesForm } = props
  const { run, signedIn, isLost } = state
  const isRunning = run?.state === 'running'
  // The steps stay in place when the token arrives: facts about the token are collapsed then.
  const [hasRun, setHasRun] = useState(isRunning)
  if (isRunning && !hasRun) setHasRun(true)
  const hasWays = description.signIns.length > 0
  return (
    <>
      {signedIn && (
        <SignedInFacts agentId={agentId} signedIn={signedIn} isRunning={isRunning} isFolded={hasRun} />
      )}
      {isLost && (
        <p className="notice warning">
          <strong>Sign-in lost</strong>
          The system’s keyring can no longer open its token, so none is sent. Sign in again.
        </p>
      )}
      {missing.length > 0 && hasWays && <Missing scopes={missing} />}
      {!hasWays && !signedIn && <NoWay />}
      {run && (
        <section className="sign-in-run stack" aria-label="Steps">
          <p className="visually-hidden" role="status">
            {runStates[run.state]}
          </p>
          <SignInSteps steps={run.steps} />
          <WaitingFor agentId={agentId} run={run} />
          {run.refused.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are only added at the end
            <p key={index} className="notice warning">
              {sentence}
            </p>
          ))}
        </section>
      )}
      {hasWays && (
        // Input is kept after a failed attempt, and cleared after a successful one.
        <div key={signedIn === undefined ? 'out' : signedIn.clientId} hidden={hidesForm}>
          <SignInForm
            formId={formId}
            agentId={agentId}
            exchangeId={exchangeId}
            description={description}
            run={run}
            signedIn={signedIn}
          />
        </div>
      )}
    </>
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

function missingScopes(
  description: AccessDescription | undefined,
  signedIn: SignedIn | undefined,
): readonly string[] {
  if (description === undefined || signedIn === undefined) return []
  return description.missingScopes.filter((scope) => !signedIn.scopes.includes(scope))
}

function Missing({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <div className="notice warning">
      <strong>The token does not allow this</strong>
      <span>
        Sign in again with {scopes.length === 1 ? 'the scope' : 'the scopes'}{' '}
        <UntrustedText text={scopes.join(', ')} limit={400} />.
      </span>
    </div>
  )
}

const icons = { waiting: Circle, running: LoaderCircle, done: Check, failed: X, skipped: Minus } as const

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
                    {exchangeIds.length === 1 ? 'request' : `request ${index + 1}`}
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
