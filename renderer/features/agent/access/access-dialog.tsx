import { useId, useState } from 'react'
import type { AccessDescription } from '#shared/contract/access.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useAccess } from '../use-access.ts'
import { AccessForm } from './access-form.tsx'
import { forgetOffered, useOffered } from './offered-credentials.ts'
import { AllowedRedirects, OriginQuestions } from './origins.tsx'
import './access.css'

interface AccessDialogProps {
  readonly agentId: string
  readonly onClose: () => void
}

const none = [] as const

/** Credentials for one agent: what it asks for, what is set, where it is kept and whom it is sent to. */
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
          <Asked description={description.data} />
          <SignInOffer description={description.data} />
          {offered.length > 0 && (
            <p className="notice plain" role="status">
              The curl command you pasted has{' '}
              {offered.length === 1 ? 'a credential' : `${offered.length} credentials`}. Nothing is stored or
              sent until you save.
            </p>
          )}
          <AccessForm
            // What was typed is forgotten once it is saved.
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

function Asked({ description }: { readonly description: AccessDescription }) {
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
        <p key={`${name} ${sentence}`} className="muted">
          <UntrustedText text={sentence} limit={400} />
        </p>
      ))}
    </div>
  )
}
