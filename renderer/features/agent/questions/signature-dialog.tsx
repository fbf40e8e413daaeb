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
        <p>The card isn’t signed. Anyone who controls its address can change it unnoticed.</p>
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
