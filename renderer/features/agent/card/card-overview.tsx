import type { AgentCard } from '#shared/a2a/model.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { iconLimits } from '#shared/image/read-image.ts'
import { clip } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink, UrlText } from '../../../ui/external-link.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { AgentImage } from '../../../ui/image/agent-image.tsx'
import { LeftOut } from '../../../ui/left-out.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useIcon } from '../icons.ts'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { bindingName, dialectName, type Found } from '../ways.ts'
import { Attempts, triedTitle } from './attempts.tsx'
import { CardAtAGlance } from './card-at-a-glance.tsx'
import { CardExtensions } from './card-extensions.tsx'
import { CardModes } from './card-modes.tsx'
import { CardNotices } from './card-notices.tsx'
import { CardSection } from './card-section.tsx'
import { CardSkills } from './card-skills.tsx'

interface CardOverviewProps {
  readonly agentId: string
  readonly discovery: Found
}

/** The card as a person reads it. */
export function CardOverview({ agentId, discovery }: CardOverviewProps) {
  const { canCall } = useEngine()
  const { card, attempts } = discovery
  return (
    <div className="card-body">
      <CardTitle agentId={agentId} card={card} />
      <CardNotices agentId={agentId} discovery={discovery} />
      {card.description && (
        <div className="breaks mt-10">
          <Fold heightPx={96}>
            <Markdown text={card.description} limit={4000} />
          </Fold>
        </div>
      )}
      <CardAtAGlance agentId={agentId} discovery={discovery} />
      {card.skills.length > 0 && (
        <CardSection title="Skills" count={card.skills.length} open={true}>
          <CardSkills skills={card.skills} />
        </CardSection>
      )}
      <CardExtensions agentId={agentId} extensions={card.capabilities.extensions} />
      <CardModes card={card} />
      <CardInterfaces discovery={discovery} />
      {attempts.length > 0 && (
        <CardSection title={triedTitle(attempts)}>
          <Attempts attempts={attempts} />
        </CardSection>
      )}
      {canCall && (
        <p className="card-extended line wraps gap-8 rule-above small">
          <Button onClick={() => useOpenDialog.getState().show('extended')}>Fetch the extended card</Button>
          {card.capabilities.extendedAgentCard !== true && (
            <span className="faint">
              <UntrustedText text="The card declares none." />
            </span>
          )}
        </p>
      )}
    </div>
  )
}

interface CardTitleProps {
  readonly agentId: string
  readonly card: AgentCard
}

function CardTitle({ agentId, card }: CardTitleProps) {
  const icon = useIcon(agentId, card.iconUrl)
  const { provider } = card
  const letters = (
    <span className="avatar" aria-hidden={true}>
      {initials(clip(card.name, maxNameChars))}
    </span>
  )
  const organization = provider && <UntrustedText text={provider.organization} limit={120} />
  return (
    <div className="line gap-10">
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
      <div className="card-names shrinks">
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

/** Interfaces the card pane lists; a line says how many more there are. */
const maxShownInterfaces = 20

/** The interfaces at a glance: the chosen one marked, the others with their reason. */
function CardInterfaces({ discovery }: { readonly discovery: Found }) {
  const { interfaces } = discovery
  return (
    <CardSection title="Interfaces" count={interfaces.length}>
      <ul className="column gap-6 mb-8 small">
        {interfaces
          .slice(0, maxShownInterfaces)
          .map(({ interface: declared, dialect, chosen, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a card may declare the same one twice
            <li key={index} className="line breaks gap-8 rule-above py-6" title={why}>
              <p>
                <UntrustedText
                  text={`${declared.protocolVersion ?? (dialect && dialectName(dialect)) ?? 'no version'} ${bindingName(declared.binding)}`}
                  limit={80}
                />
                {chosen && <span className="tone-accent"> in use</span>}
                {!dialect && <span className="faint"> not supported</span>}
              </p>
              <p className="mono muted">
                <UrlText url={declared.url} />
              </p>
            </li>
          ))}
      </ul>
      <LeftOut of={interfaces.length} shown={maxShownInterfaces} where="in the JSON" />
      <LiveButton onClick={() => useOpenDialog.getState().show('connection')}>Choose or detect</LiveButton>
    </CardSection>
  )
}

function initials(name: string): string {
  const words = name.split(/[^\p{Letter}\p{Number}]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
