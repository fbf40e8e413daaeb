import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { Button } from '../../../ui/button.tsx'
import { SignInHere, useOpenDialog, useSignIn } from '../../agent/index.ts'
import { useMessageActions } from '../composer/index.ts'
import { FailedCall } from './failed-call.tsx'

interface RefusedMessageProps {
  readonly agentId: string
  readonly row: Extract<ChatRow, { kind: 'problem' }>
}

/** Under a message that was refused without a valid token: offers to sign in, and after that to retry. */
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
