import type { AgentCard } from '#shared/a2a/model.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { iconLimits } from '#shared/image/read-image.ts'
import { clip } from '#shared/shorten.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { AgentImage } from '../../../ui/image/agent-image.tsx'
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
  const letters = (
    <span className="avatar" aria-hidden={true}>
      {initials(clip(card.name, maxNameChars))}
    </span>
  )
  const organization = provider && <UntrustedText text={provider.organization} limit={120} />
  return (
    <div className="card-title">
      {icon && 'image' in icon ? (
        <AgentImage
          className="avatar"
          bytes={icon.image}
          name=""
          limits={iconLimits}
          refused={() => letters}
        />
      ) : (
        letters
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
