import { useSelection } from '../../state/selection.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DiffView } from '../../ui/diff/diff-view.tsx'
import { Question } from '../../ui/question.tsx'
import { AccessDialog } from './access/access-dialog.tsx'
import { ConnectionDialog } from './connection/connection-dialog.tsx'
import { AddCardDialog } from './list/add-card-dialog.tsx'
import { ClearAgentsDialog } from './list/clear-agents-dialog.tsx'
import { NetworkDialog } from './network/network-dialog.tsx'
import { useOpenDialog } from './open-dialog.ts'
import { ExtendedDialog } from './questions/extended-dialog.tsx'
import { Signatures } from './questions/signature-view.tsx'
import { SignInDialog } from './sign-in/index.ts'
import { useAcceptChange, useDiscovery } from './use-discovery.ts'
import type { CardDialogProps } from './ways.ts'
import './questions/questions.css'

/** The one dialog that is open, about the selected agent. */
export function AgentDialogs() {
  const { open, exchangeId, close } = useOpenDialog()
  const agentId = useSelection((selection) => selection.agentId)
  const discovery = useDiscovery().data
  if (open === undefined) return null
  if (open === 'add-card') return <AddCardDialog onClose={close} />
  if (open === 'clear-agents') return <ClearAgentsDialog onClose={close} />
  if (agentId === undefined) return null
  if (open === 'access') return <AccessDialog agentId={agentId} onClose={close} />
  if (open === 'sign-in')
    return <SignInDialog key={agentId} agentId={agentId} exchangeId={exchangeId} onClose={close} />
  if (open === 'network') return <NetworkDialog agentId={agentId} onClose={close} />
  if (!discovery?.found) return null
  const card = { agentId, discovery, onClose: close }
  switch (open) {
    case 'connection':
      return <ConnectionDialog {...card} />
    case 'signatures':
      return <SignatureDialog {...card} />
    case 'extended':
      return <ExtendedDialog {...card} />
    case 'changed':
      return <ChangedDialog {...card} />
  }
}

/** What the card says now that it did not say before. */
function ChangedDialog({ agentId, discovery, onClose }: CardDialogProps) {
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
      <p className="muted mb-12">
        Compared with the card you accepted, loaded {new Date(changed.readAt).toLocaleString('en')}. Until you
        accept the new one, Parley keeps comparing with it.
      </p>
      <DiffView name="Changes" before={changed.previous} after={raw} />
    </Question>
  )
}

function SignatureDialog({ agentId, discovery, onClose }: CardDialogProps) {
  return (
    <Dialog wide title="Signatures" onClose={onClose}>
      {discovery.signatures.length === 0 && (
        <p>The card isn’t signed. Anyone who controls its address can change it unnoticed.</p>
      )}
      <Signatures agentId={agentId} of="public" card={discovery} />
    </Dialog>
  )
}
