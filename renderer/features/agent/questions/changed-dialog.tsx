import { messageOf } from '../../../host/message-of.ts'
import { DiffView } from '../../../ui/diff/diff-view.tsx'
import { Question } from '../../../ui/question.tsx'
import { useAcceptChange } from '../use-discovery.ts'
import type { Found } from '../ways.ts'

interface ChangedDialogProps {
  readonly agentId: string
  readonly discovery: Found
  readonly onClose: () => void
}

/** What the card says now that it did not say before. */
export function ChangedDialog({ agentId, discovery, onClose }: ChangedDialogProps) {
  const accept = useAcceptChange()
  const { changed, raw } = discovery
  if (!changed) return null
  return (
    <Question
      wide
      title="The card has changed"
      no="Decide later"
      yes="Accept this card"
      pending={accept.isPending}
      onNo={onClose}
      onYes={() => accept.mutate(agentId, { onSuccess: onClose })}
    >
      <p className="muted question-lead">
        Compared with the card you accepted, loaded {new Date(changed.readAt).toLocaleString('en')}. Until you
        accept the new one, Parley keeps comparing with it.
      </p>
      {accept.error && <p className="notice">{messageOf(accept.error)}</p>}
      <DiffView name="Changes" before={changed.previous} after={raw} />
    </Question>
  )
}
