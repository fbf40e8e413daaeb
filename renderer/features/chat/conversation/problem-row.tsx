import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../../agent/index.ts'
import { FilesTwiceOffer } from './files-twice-offer.tsx'

interface ProblemRowProps {
  readonly row: Extract<ChatRow, { kind: 'problem' }>
}

/** Under a message that got no whole answer: what came instead, with the bytes one click away. */
export function ProblemRow({ row: { problem, exchangeId, agentId, filesTwice } }: ProblemRowProps) {
  const { canCall } = useEngine()
  return (
    <div className="notice warning" role="status">
      <strong>{problem.what}</strong>
      <UntrustedText text={problem.detail} limit={600} />
      {agentId !== undefined && canCall && filesTwice && (
        <FilesTwiceOffer agentId={agentId} message={filesTwice} />
      )}
      {agentId !== undefined && canCall && problem.wantsAccess && (
        <span>
          <Button onClick={() => useOpenDialog.getState().show('sign-in', exchangeId)}>Sign in…</Button>
        </span>
      )}
      <button
        type="button"
        className="link-button on-the-wire"
        onClick={() => useSelection.getState().selectExchange(exchangeId)}
      >
        Show on the wire
      </button>
    </div>
  )
}
