import { Question } from '../../../ui/dialog.tsx'
import { DiffView } from '../../../ui/diff/diff-view.tsx'
import type { CardDialogProps } from '../interface-name.ts'
import { useAcceptChange } from '../use-discovery.ts'
import '../dialogs.css'

/** The differences to the card that the user accepted. */
export function ChangedDialog({ agentId, discovery, onClose }: CardDialogProps) {
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
      error={accept.error}
      onNo={onClose}
      onYes={() => accept.mutate(agentId, { onSuccess: onClose })}
    >
      <p className="dim mb-12">
        Compared with the card you accepted, loaded {new Date(changed.readAt).toLocaleString('en')}. Until you
        accept the new one, Parley keeps comparing with it.
      </p>
      <DiffView name="Changes" before={changed.previous} after={raw} />
    </Question>
  )
}
