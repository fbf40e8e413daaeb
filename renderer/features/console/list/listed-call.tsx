import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ListedExchange } from '#shared/record/exchange-row.ts'
import { useConsole } from '../../../state/console.ts'
import { counted } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { CallName, type useAgentNames } from '../../requests/index.ts'

interface ListedCallProps {
  readonly exchange: ListedExchange
  readonly nameOf: ReturnType<typeof useAgentNames>
}

/** A call with the webhook calls that lie within it, or one of these. */
export function ListedCall({ exchange, nameOf }: ListedCallProps) {
  const { id, isWithin = false, webhookCalls = 0, words } = exchange
  return (
    <span className={isWithin ? 'within-request' : undefined}>
      <CallName exchange={exchange} nameOf={nameOf} />
      {webhookCalls > 0 && <WebhookCalls exchangeId={id} count={webhookCalls} />}
      {words !== undefined && (
        <>
          {' '}
          <span className="muted" title={visibleString(words)}>
            {visibleString(words)}
          </span>
        </>
      )}
    </span>
  )
}

/** Turned by the mouse: the keys turn the row itself. */
function WebhookCalls({ exchangeId, count }: { readonly exchangeId: string; readonly count: number }) {
  const isOpen = useConsole(({ openRequests }) => openRequests.includes(exchangeId))
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="link-button webhook-calls small num"
      tabIndex={-1}
      aria-expanded={isOpen}
      onClick={(event) => {
        event.stopPropagation()
        useConsole.getState().turnRequest(exchangeId, !isOpen)
      }}
    >
      <Icon size={12} />
      {counted(count, 'webhook call')}
    </button>
  )
}
