import { useSelection } from '../../state/selection.ts'
import { lateDialog } from '../../ui/lazy-part.tsx'
import { useOpenDialog } from './open-dialog.ts'
import { useDiscovery } from './use-discovery.ts'

const AccessDialog = lateDialog('Access', () =>
  import('./access/access-dialog.tsx').then((module) => module.AccessDialog),
)
const AddCardDialog = lateDialog('Open a card', () =>
  import('./list/add-card-dialog.tsx').then((module) => module.AddCardDialog),
)
const ChangedDialog = lateDialog('The card has changed', () =>
  import('./questions/changed-dialog.tsx').then((module) => module.ChangedDialog),
)
const ClearAgentsDialog = lateDialog('Remove agents that don’t answer', () =>
  import('./list/clear-agents-dialog.tsx').then((module) => module.ClearAgentsDialog),
)
const ConnectionDialog = lateDialog('Connection', () =>
  import('./connection/connection-dialog.tsx').then((module) => module.ConnectionDialog),
)
const ExtendedDialog = lateDialog('Extended card', () =>
  import('./questions/extended-dialog.tsx').then((module) => module.ExtendedDialog),
)
const NetworkDialog = lateDialog('Connection settings', () =>
  import('./network/network-dialog.tsx').then((module) => module.NetworkDialog),
)
const SignInDialog = lateDialog('Sign in', () =>
  import('./sign-in/sign-in-dialog.tsx').then((module) => module.SignInDialog),
)
const SignatureDialog = lateDialog('Signatures', () =>
  import('./questions/signature-dialog.tsx').then((module) => module.SignatureDialog),
)

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
