import type { ReactNode } from 'react'
import { messageOf } from '#shared/errors.ts'
import { shorten } from '#shared/shorten.ts'
import type { ChatRow, MessageMark } from '#shared/story/chat/chat-row.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { callOutcomeLooks } from '../../../ui/marks.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { SignInHere, useOpenDialog, useReach, useSignIn, useSubstitute } from '../../agent/index.ts'
import { useMessageActions } from '../composer/index.ts'

interface RefusedMessageProps {
  readonly agentId: string
  readonly row: Extract<ChatRow, { kind: 'problem' }>
}

/** Below a message that was refused for its token: offers to sign in, and then to retry. */
export function RefusedMessage({ agentId, row: { problem, exchangeId, message } }: RefusedMessageProps) {
  const { signedInAt } = useSignIn(agentId)?.signedIn ?? {}
  const isOpen = useOpenDialog(({ signInAt }) => signInAt === exchangeId)
  const { sendAgain } = useMessageActions(message.key)
  const isSolved = signedInAt !== undefined && signedInAt >= message.at
  const setOpen = (signInAt: string | undefined) => useOpenDialog.setState({ signInAt })
  const retry = () => {
    setOpen(undefined)
    sendAgain()
  }
  return (
    <FailedCall
      isSolved={isSolved}
      title={isSolved ? 'Signed in' : problem.what}
      detail={isSolved ? problem.what : problem.detail}
      exchangeId={exchangeId}
    >
      {isOpen && (
        <SignInHere
          agentId={agentId}
          exchangeId={exchangeId}
          isThrough={isSolved}
          onClose={() => setOpen(undefined)}
        />
      )}
      <span>
        {isSolved ? (
          <Button primary onClick={retry}>
            Retry
          </Button>
        ) : (
          !isOpen && <Button onClick={() => setOpen(exchangeId)}>Sign in…</Button>
        )}
      </span>
    </FailedCall>
  )
}

interface FailedCallProps {
  /** The accessible name, if not the title. */
  readonly label?: string
  readonly title: string
  readonly detail: string
  /** Absent without a call. */
  readonly exchangeId: string | undefined
  readonly harmless?: boolean | undefined
  /** The cause of the failure is fixed. */
  readonly isSolved?: boolean
  readonly children?: ReactNode
}

/** A failed call: the problem, with a link to its bytes. */
export function FailedCall(props: FailedCallProps) {
  const { label, title, detail, exchangeId, harmless = false, isSolved = false, children } = props
  const outcome = harmless ? 'stopped' : 'error'
  const { icon: Icon } = callOutcomeLooks[isSolved ? 'ok' : outcome]
  return (
    <div className={harmless || isSolved ? 'notice plain' : 'notice'} role="status" aria-label={label}>
      <strong className="line gap-6">
        <Icon className="rigid" size={13} />
        {title}
      </strong>
      <span className="verbatim">
        <UntrustedText text={detail} limit={600} />
      </span>
      {children}
      {exchangeId !== undefined && (
        <LinkButton className="on-the-wire" onClick={() => showOnWire(exchangeId)}>
          Show request
        </LinkButton>
      )}
    </div>
  )
}

interface SubstituteOfferProps {
  readonly agentId: string
  readonly message: MessageMark
}

/** No server received the message: sending it again creates no duplicate. */
export function SubstituteOffer({ agentId, message }: SubstituteOfferProps) {
  const reach = useReach(agentId)
  const { substitute, isPending, error } = useSubstitute(agentId)
  const { sendAgain } = useMessageActions(message.key)
  if (reach?.kind !== 'unanswered' || reach.substitute === undefined) return null
  const { url, substitute: to } = reach
  return (
    <>
      <span>
        <Button
          disabled={isPending}
          title="From now on, calls to this agent go to this address, beginning with this message"
          onClick={() => substitute(url, to, sendAgain)}
        >
          Use {shorten(to)}
        </Button>
      </span>
      {error && <span role="alert">{messageOf(error)}</span>}
    </>
  )
}
