import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { useOpenDialog } from '../../agent/index.ts'
import { FailedCall } from './failed-call.tsx'
import { FilesTwiceOffer } from './files-twice-offer.tsx'

interface ProblemRowProps {
  readonly row: Extract<ChatRow, { kind: 'problem' }>
}

/** Under a message that got no whole answer. */
export function ProblemRow({ row: { problem, exchangeId, agentId, filesTwice } }: ProblemRowProps) {
  const { canCall } = useEngine()
  return (
    <FailedCall title={problem.what} detail={problem.detail} exchangeId={exchangeId}>
      {agentId !== undefined && canCall && filesTwice && (
        <FilesTwiceOffer agentId={agentId} message={filesTwice} />
      )}
      {agentId !== undefined && canCall && problem.wantsAccess && (
        <span>
          <Button onClick={() => useOpenDialog.getState().show('sign-in', exchangeId)}>Sign in…</Button>
        </span>
      )}
    </FailedCall>
  )
}
