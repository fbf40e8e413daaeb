import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Access, AccessDescription } from '#shared/contract/access.ts'
import type { AllowedRedirect } from '#shared/contract/redirects.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { joinDefined } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useAccess, useAccessChanged, useReadAgain } from '../use-discovery.ts'
import { AccessForm } from './access-form.tsx'
import { forgetOffered, useOffered } from './offered-credentials.ts'
import '../dialogs.css'

const uses = {
  address: 'the address',
  card: 'the card',
  interface: 'the interfaces',
  token: 'tokens',
} as const

interface AccessDialogProps {
  readonly agentId: string
  readonly onClose: () => void
}

const none = [] as const

/** Credentials for one agent: what it requires, what is set, where it is stored and which origins get it. */
export function AccessDialog({ agentId, onClose }: AccessDialogProps) {
  const description = useAccess(agentId)
  const formId = useId()
  const [saves, setSaves] = useState(0)
  const offers = useOffered().offered
  const offered = offers?.agentId === agentId ? offers.credentials : none
  const close = () => {
    forgetOffered()
    onClose()
  }
  return (
    <Dialog
      title="Access"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{saves === 0 ? 'Cancel' : 'Done'}</Button>
          <Button primary type="submit" form={formId} disabled={!description.data}>
            Save access
          </Button>
        </>
      }
    >
      <Problem error={description.error} />
      {description.data && (
        <>
          <RequiredAccess description={description.data} />
          <SignInOffer description={description.data} />
          {offered.length > 0 && (
            <p className="notice plain" role="status">
              The curl command you pasted has{' '}
              {offered.length === 1 ? 'a credential' : `${offered.length} credentials`}. Nothing is stored or
              sent until you save.
            </p>
          )}
          <AccessForm
            // Saving clears the form.
            key={`${agentId} ${saves}`}
            formId={formId}
            agentId={agentId}
            description={description.data}
            offered={offered}
            onSaved={(access) => {
              forgetOffered()
              setSaves(saves + 1)
              if (!access.origins.some(({ approved, question }) => !approved && question)) onClose()
            }}
          />
          <OriginQuestions agentId={agentId} access={description.data.access} />
          <AllowedRedirects agentId={agentId} redirects={description.data.access.redirects} />
        </>
      )}
    </Dialog>
  )
}

function SignInOffer({ description: { signIns, access } }: { readonly description: AccessDescription }) {
  if (signIns.length === 0 && !access.signedIn) return null
  return (
    <div className="line gap-10 mb-14">
      <Button onClick={() => useOpenDialog.getState().show('sign-in')}>
        {access.signedIn ? 'Signed in…' : 'Sign in…'}
      </Button>
      <span className="field-hint">
        {access.signedIn
          ? 'Its token is sent, unless an Authorization header is set below.'
          : 'Gets a token from the server that the card names. A token from elsewhere can be set below.'}
      </span>
    </div>
  )
}

function RequiredAccess({ description }: { readonly description: AccessDescription }) {
  const schemes = [...description.alternatives.flatMap((one) => one.schemes), ...description.others]
  const unformed = schemes.filter(({ form }) => form === undefined)
  return (
    <div className="access-asked mb-14">
      <p>
        <UntrustedText text={description.sentence} limit={1000} />
      </p>
      {description.alternatives.length > 1 && (
        <ul className="access-ways">
          {description.alternatives.map(({ sentence }) => (
            <li key={sentence}>
              <UntrustedText text={sentence} limit={400} />
            </li>
          ))}
        </ul>
      )}
      {unformed.map(({ name, sentence }) => (
        <p key={`${name} ${sentence}`} className="dim">
          <UntrustedText text={sentence} limit={400} />
        </p>
      ))}
    </div>
  )
}

/** The user approves each origin that may get the credentials, and can revoke that. */
function OriginQuestions({ agentId, access }: { readonly agentId: string; readonly access: Access }) {
  const { client } = useEngine()
  const accessChanged = useAccessChanged(agentId)
  const readAgain = useReadAgain()
  const approve = useMutation({
    mutationFn: (input: { readonly origin: string; readonly approved: boolean }) =>
      client.access.approve({ agentId, ...input }),
    onSuccess: async () => {
      await accessChanged()
      readAgain.mutate(agentId)
    },
  })
  // The first credential approves the agent's own origin; before, nothing can be sent.
  const sends = access.clientCertificate || access.signedIn || access.credentials.length > 0
  const origins = sends ? access.origins : access.origins.filter(({ uses }) => !uses.includes('address'))
  if (origins.length === 0) return null
  return (
    <section className="mt-16 rule-above pt-12" aria-label="Origins that get the credentials">
      <h3 className="bold mb-4">Sent to</h3>
      <ul>
        {origins.map(({ origin, approved, question, uses: its }) => (
          <OriginRow
            key={origin}
            origin={
              <>
                {approved && <Check size={12} />} <UntrustedText text={origin} limit={300} />
              </>
            }
            hint={
              approved
                ? `Approved, for ${its.map((one) => uses[one]).join(', ') || 'nothing in use now'}`
                : question
            }
            isRequired={!approved}
            action={approved ? 'Stop' : 'Send there too'}
            label={`${approved ? 'Stop sending to' : 'Send there too:'} ${origin}`}
            onAction={() => approve.mutate({ origin, approved: !approved })}
          />
        ))}
      </ul>
      <Problem error={approve.error} />
    </section>
  )
}

interface AllowedRedirectsProps {
  readonly agentId: string
  readonly redirects: readonly AllowedRedirect[]
}

function AllowedRedirects({ agentId, redirects }: AllowedRedirectsProps) {
  const { client } = useEngine()
  const forget = useMutation({
    mutationFn: (redirect: AllowedRedirect) => client.access.forgetRedirect({ agentId, ...redirect }),
    onSuccess: useAccessChanged(agentId),
  })
  if (redirects.length === 0) return null
  return (
    <section className="mt-16 rule-above pt-12" aria-label="Allowed redirects">
      <h3 className="bold mb-4">Allowed redirects</h3>
      <ul>
        {redirects.map(({ from, to }) => (
          <OriginRow
            key={`${from} ${to}`}
            origin={<UntrustedText text={to} limit={300} />}
            hint={
              <>
                From <UntrustedText text={from} limit={300} />
              </>
            }
            action="Ask again"
            label={`Ask again before redirects to ${to}`}
            onAction={() => forget.mutate({ from, to })}
          />
        ))}
      </ul>
    </section>
  )
}

interface OriginRowProps {
  readonly origin: ReactNode
  readonly hint: ReactNode
  readonly isRequired?: boolean
  readonly action: string
  readonly label: string
  onAction(): void
}

function OriginRow({ origin, hint, isRequired = false, action, label, onAction }: OriginRowProps) {
  return (
    <li className={joinDefined(' ', 'origin line gap-10 py-6', isRequired && 'asks')}>
      <div className="fills">
        <p className="mono">{origin}</p>
        <p className="field-hint">{hint}</p>
      </div>
      <Button aria-label={label} onClick={onAction}>
        {action}
      </Button>
    </li>
  )
}
