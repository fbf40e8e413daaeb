import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DiffView } from '../../../ui/diff/diff-view.tsx'
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
    <Dialog
      wide
      title="The card has changed"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button
            primary
            disabled={accept.isPending}
            onClick={() => accept.mutate(agentId, { onSuccess: onClose })}
          >
            Accept this card
          </Button>
        </>
      }
    >
      <p className="muted question-lead">
        Against the card you know, read {new Date(changed.readAt).toLocaleString()}. Until you accept the new
        one, Parley compares with that.
      </p>
      {accept.error && <p className="notice">{messageOf(accept.error)}</p>}
      <DiffView name="Changes" before={changed.previous} after={raw} />
    </Dialog>
  )
}
