import type { AgentCard } from '#shared/a2a/model.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useIcon } from '../icons.ts'
import { initials } from './card-words.ts'

interface CardTitleProps {
  readonly agentId: string
  readonly card: AgentCard
}

export function CardTitle({ agentId, card }: CardTitleProps) {
  const icon = useIcon(agentId, card.iconUrl)
  const { provider } = card
  const organization = provider && <UntrustedText text={provider.organization} limit={120} />
  return (
    <div className="card-title">
      {icon && 'image' in icon ? (
        // Never inline: as an image an SVG runs nothing and fetches nothing.
        <img className="avatar" src={icon.image} alt="" />
      ) : (
        <span className="avatar" aria-hidden={true}>
          {initials(card.name.slice(0, 200))}
        </span>
      )}
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
