import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { Button } from '../../../ui/button.tsx'
import { useOpenDialog, useSignIn } from '../../agent/index.ts'
import { useMessageActions } from '../composer/index.ts'
import { FailedCall } from './failed-call.tsx'

interface RefusedMessageProps {
  readonly agentId: string
  readonly row: Extract<ChatRow, { kind: 'problem' }>
}

/** Under a message that was refused without a valid token: offers to sign in, and after that to retry. */
export function RefusedMessage({ agentId, row: { problem, exchangeId, message } }: RefusedMessageProps) {
  const { signedInAt } = useSignIn(agentId)?.signedIn ?? {}
  const { sendAgain } = useMessageActions(message.key)
  if (signedInAt === undefined || signedInAt < message.at) {
    return (
      <FailedCall title={problem.what} detail={problem.detail} exchangeId={exchangeId}>
        <span>
          <Button onClick={() => useOpenDialog.getState().show('sign-in', exchangeId)}>Sign in…</Button>
        </span>
      </FailedCall>
    )
  }
  return (
    <FailedCall isSolved title="Signed in" detail={problem.what} exchangeId={exchangeId}>
      <span>
        <Button primary onClick={sendAgain}>
          Retry
        </Button>
      </span>
    </FailedCall>
  )
}
