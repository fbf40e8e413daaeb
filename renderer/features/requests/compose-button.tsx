import { SquarePen } from 'lucide-react'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { type Composed, useCompose } from '../../state/compose.ts'
import { Button } from '../../ui/button.tsx'
import { useDiscovery, useSelectedAgent } from '../agent/index.ts'

export function ComposeButton() {
  const { canCall } = useEngine()
  const isWriting = useCompose().composed !== undefined
  const compose = useComposing()
  if (!canCall) return null
  return (
    <Button aria-label={isWriting ? 'Continue composing' : 'Compose a request'} onClick={compose}>
      <SquarePen size={13} /> <span className="wide-word">{isWriting ? 'Continue' : 'Compose'}</span>
    </Button>
  )
}

/** In any mode. */
export function useComposeCommand(): void {
  const { canCall } = useEngine()
  useCommand('exchange.compose', useComposing(), canCall)
}

/** Opens the draft request, or begins one to the selected agent. */
function useComposing(): () => void {
  const agent = useSelectedAgent()
  const discovery = useDiscovery().data
  const { composed, start, show } = useCompose()
  return () => {
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
    void beginRequest(facts).then(start)
  }
}

type Facts = Parameters<typeof import('../request-templates/index.ts').composedOf>[1]

/** From the template of a message; if that can't be loaded, with the address only. */
async function beginRequest(facts: Facts): Promise<Composed> {
  const { agentId, dialect, binding, url } = facts
  const blank = { headers: '', bodyForm: 'text', text: '', hex: '', credentials: true } as const
  const template = await import('../request-templates/index.ts').then(
    ({ composedOf }) => composedOf('send', facts),
    () => undefined,
  )
  return template ?? { agentId, dialect, binding, method: 'POST', url, ...blank }
}
