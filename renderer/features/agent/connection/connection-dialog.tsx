import { Dialog } from '../../../ui/dialog.tsx'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import type { Found } from '../ways.ts'
import { FileBytes } from './file-bytes.tsx'
import { ForceForm } from './force-form.tsx'
import { InterfaceList } from './interface-list.tsx'
import { ProbePanel } from './probe-panel.tsx'
import './connection.css'

interface ConnectionDialogProps {
  readonly agentId: string
  readonly discovery: Found
  readonly onClose: () => void
}

/** The negotiation, open: what the card declares, what was chosen and why, what the user says instead, what the wire says. */
export function ConnectionDialog({ agentId, discovery, onClose }: ConnectionDialogProps) {
  return (
    <Dialog
      wide
      title="Connection"
      onClose={onClose}
      actions={
        <LiveButton onClick={() => useOpenDialog.getState().show('network')}>Connection settings</LiveButton>
      }
    >
      <p className="connection-why">
        {discovery.connection
          ? discovery.connection.why
          : 'The card declares no interface that Parley supports. Name one below to try.'}
      </p>
      <InterfaceList agentId={agentId} discovery={discovery} />
      <ForceForm agentId={agentId} discovery={discovery} />
      {discovery.connection?.dialect === '0.3-proto' && <FileBytes agentId={agentId} />}
      <ProbePanel agentId={agentId} onShowWire={onClose} />
    </Dialog>
  )
}
