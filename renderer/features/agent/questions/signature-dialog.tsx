import { Dialog } from '../../../ui/dialog.tsx'
import type { Found } from '../ways.ts'
import { SignatureView } from './signature-view.tsx'
import './questions.css'

interface SignatureDialogProps {
  readonly agentId: string
  readonly discovery: Found
  readonly onClose: () => void
}

export function SignatureDialog({ agentId, discovery, onClose }: SignatureDialogProps) {
  return (
    <Dialog wide title="Signatures" onClose={onClose}>
      {discovery.signatures.length === 0 && (
        <p>
          The card is not signed. Who can change what is at its address can change the card, and nothing would
          show it.
        </p>
      )}
      {discovery.signatures.map((facts) => (
        <SignatureView
          key={facts.index}
          agentId={agentId}
          of="public"
          raw={discovery.raw}
          facts={facts}
          onShowWire={onClose}
        />
      ))}
    </Dialog>
  )
}
