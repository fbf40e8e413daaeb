import { Dialog } from '../../../ui/dialog.tsx'
import type { CardDialogProps } from '../interface-name.ts'
import { Signatures } from './signature-view.tsx'
import '../dialogs.css'

export function SignatureDialog({ agentId, discovery, onClose }: CardDialogProps) {
  return (
    <Dialog wide title="Signatures" onClose={onClose}>
      {discovery.signatures.length === 0 && (
        <p>The card isn’t signed. Anyone who controls its address can change it unnoticed.</p>
      )}
      <Signatures agentId={agentId} whose="public" card={discovery} />
    </Dialog>
  )
}
