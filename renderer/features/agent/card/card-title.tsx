import type { AgentCard } from '#shared/a2a/model.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { initials } from './card-words.ts'

export function CardTitle({ card }: { readonly card: AgentCard }) {
  const { provider } = card
  const organization = provider && <UntrustedText text={provider.organization} limit={120} />
  return (
    <div className="card-title">
      <span className="avatar" aria-hidden={true}>
        {initials(card.name.slice(0, 200))}
      </span>
      <div className="card-names">
        <h3>
          <UntrustedText text={card.name || 'Unnamed agent'} limit={160} />
        </h3>
        <p className="muted">
          {provider?.url ? <ExternalLink url={provider.url}>{organization}</ExternalLink> : organization}
          {provider && card.version && ' · '}
          {card.version && <UntrustedText text={`v${card.version}`} limit={60} />}
        </p>
      </div>
    </div>
  )
}
