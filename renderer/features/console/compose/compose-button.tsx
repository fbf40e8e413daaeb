import { SquarePen } from 'lucide-react'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useCompose } from '../../../state/compose.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useDiscovery, useSelectedAgent } from '../../agent/index.ts'
import { composedOf } from './composed.ts'

/** Opens the request that was being written, or begins one to the selected agent. */
export function ComposeButton() {
  const { canCall } = useEngine()
  const agent = useSelectedAgent()
  const discovery = useDiscovery().data
  const { composed, start, show } = useCompose()
  useCommand('exchange.compose', compose, canCall)
  if (!canCall) return null

  function compose(): void {
    if (composed !== undefined) {
      show(true)
      return
    }
    const connection = discovery?.found ? discovery.connection : undefined
    const { dialect = '1.0', binding = 'JSONRPC' } = connection ?? {}
    const facts = {
      agentId: agent?.id,
      dialect,
      binding,
      url: connection?.interface.url ?? agent?.address ?? '',
      tenant: connection?.interface.tenant,
      messageId: crypto.randomUUID(),
    }
    const first = composedOf('send', facts)
    if (first) start(first)
  }

  return (
    <IconButton
      label={composed === undefined ? 'Compose a request' : 'Continue writing the request'}
      icon={<SquarePen size={14} aria-hidden={true} />}
      aria-pressed={composed !== undefined}
      onClick={compose}
    />
  )
}
