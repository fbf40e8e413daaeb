import { useSelection } from '../../state/selection.ts'
import { AccessDialog } from './access/access-dialog.tsx'
import { ConnectionDialog } from './connection/connection-dialog.tsx'
import { AddCardDialog } from './list/add-card-dialog.tsx'
import { ClearAgentsDialog } from './list/clear-agents-dialog.tsx'
import { NetworkDialog } from './network/index.ts'
import { type DialogName, useOpenDialog } from './open-dialog.ts'
import { ChangedDialog } from './questions/changed-dialog.tsx'
import { ExtendedDialog } from './questions/extended-dialog.tsx'
import { SignatureDialog } from './questions/signature-dialog.tsx'
import { SignInDialog } from './sign-in/index.ts'
import { useDiscovery } from './use-discovery.ts'
import type { Found } from './ways.ts'

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
  return <CardDialog name={open} agentId={agentId} discovery={discovery} onClose={close} />
}

interface CardDialogProps {
  readonly name: Exclude<DialogName, 'add-card' | 'clear-agents' | 'access' | 'sign-in' | 'network'>
  readonly agentId: string
  readonly discovery: Found
  readonly onClose: () => void
}

function CardDialog({ name, ...rest }: CardDialogProps) {
  switch (name) {
    case 'connection':
      return <ConnectionDialog {...rest} />
    case 'signatures':
      return <SignatureDialog {...rest} />
    case 'extended':
      return <ExtendedDialog {...rest} />
    case 'changed':
      return <ChangedDialog {...rest} />
  }
}
